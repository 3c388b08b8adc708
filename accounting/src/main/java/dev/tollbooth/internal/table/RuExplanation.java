package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.RuTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what the request units of rows are made of: the terms of the cost model where it was applied, one term where a
 * server or gateway told the figure.
 *
 * <p>Not thread-safe.
 */
final class RuExplanation {

    private static final String ESTIMATE = "estimate";
    private static final double NOISE = 1e-9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RuModel model;
    private final List<RuTerm> terms = new ArrayList<>();
    private boolean known;

    /** Explains by the factors of {@code model}. */
    RuExplanation(RuModel model) {
        this.model = model;
    }

    /**
     * Returns the terms so far, none where no request units are known.
     *
     * @throws IllegalArgumentException if there was no row
     */
    List<RuTerm> terms() {
        if (!known) {
            throw new IllegalArgumentException("no such statement: digest has no row; take it from Top");
        }
        return List.copyOf(terms);
    }

    /** Adds a row that has these totals. */
    void add(@Nullable TextDigest digest, Totals row) {
        String source = row.ruSource;
        known |= row.count != 0;
        if (row.count == 0 || source == null) {
            return;
        }
        RuTermSums server = row.ruTerms;
        if (server != null) {
            add("statements that read", server.source(), server.reads(), model.perRead());
            add("statements that write", server.source(), server.writes(), model.perWrite());
            add("bytes of blocks touched", server.source(), server.bytes(), 1 / model.bytesPerRu());
            add("ms on the server", server.source(), server.nanos() / NANOS_PER_MILLI, 1 / model.millisPerRu());
            add("bytes of write-ahead log", server.source(), server.walBytes(), 1 / model.walBytesPerRu());
        }
        double rest = row.sumRu - (server == null ? 0 : server.ru());
        if (source.equals(ESTIMATE) && digest != null) {
            addEstimate(digest, row);
        } else if (Math.abs(rest) > NOISE) {
            String name = source.equals(RuTermSums.MIXED) ? "RU told or estimated, not kept apart" : "RU as told";
            add(name, source, rest, 1);
        }
    }

    private void addEstimate(TextDigest digest, Totals row) {
        Cost cost = row.cost;
        add("statements", ESTIMATE, (double) row.count, model.perStatement(digest.kind()));
        add("bytes read by getters", ESTIMATE, (double) row.bytesRead, 1 / model.bytesPerRu());
        if (cost != null && cost.bufferedBytes != 0) {
            add("bytes buffered beyond those", ESTIMATE, (double) cost.bufferedBytes, 1 / model.bytesPerRu());
        }
        double millis = (row.sumNanos + row.fetchNanos) / NANOS_PER_MILLI;
        add("ms of execution and fetch on the client", ESTIMATE, millis, 1 / model.millisPerRu());
    }

    private void add(String name, String source, double amount, double ruPerUnit) {
        for (int i = 0; i < terms.size(); i++) {
            RuTerm term = terms.get(i);
            if (term.name().equals(name) && term.source().equals(source) && term.ruPerUnit() == ruPerUnit) {
                terms.set(i, new RuTerm(name, source, term.amount() + amount, ruPerUnit));
                return;
            }
        }
        terms.add(new RuTerm(name, source, amount, ruPerUnit));
    }
}
