package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.ru.RuState;

/**
 * Stands for a cell while nothing is collected: counts one increment among the late ones, and is retired with it, so
 * that who keeps it does not spend into it once collecting begins again.
 */
final class OffCell extends RuCell {

    private final RuCell late;

    OffCell(CellKey key, double ruPerNano, RuCell late) {
        super(key, ruPerNano);
        this.late = late;
    }

    @Override
    public boolean add(long executions, long nanos, double requestUnits, RuState known) {
        if (isRetired()) {
            return false;
        }
        retire();
        // the late cell is of all sources, so the time is made request units here
        return late.add(executions, nanos, requestUnits + nanos * ruPerNano, known);
    }

    @Override
    public boolean addUntold(RuState known) {
        if (isRetired()) {
            return false;
        }
        retire();
        return late.addUntold(known);
    }
}
