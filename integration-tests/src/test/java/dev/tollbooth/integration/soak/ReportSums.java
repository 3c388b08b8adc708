package dev.tollbooth.integration.soak;

import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sums of all reports.
 *
 * <p>Thread-safe: uses a lock.
 */
final class ReportSums implements ReportConsumer {

    private final Map<Long, Long> executionsBySequence = new TreeMap<>();
    private double statementsRu;
    private double keysRu;

    @Override
    public synchronized void accept(Report report) {
        long executions = 0;
        for (StatementRecord record : report.statements()) {
            executions += record.execCount();
            statementsRu += record.totalRu();
        }
        executionsBySequence.merge(report.sequence(), executions, Long::sum);
        for (RuRecord record : report.window().ruRecords()) {
            for (RuItem item : record.items()) {
                keysRu += item.ru();
            }
        }
    }

    /** Executions of each report's statements, by its sequence. */
    synchronized Map<Long, Long> executionsBySequence() {
        return new TreeMap<>(executionsBySequence);
    }

    synchronized long executions() {
        return executionsBySequence.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Request units of all statements. */
    synchronized double statementsRu() {
        return statementsRu;
    }

    /** Request units of all keys of TopRU, others too. */
    synchronized double keysRu() {
        return keysRu;
    }
}
