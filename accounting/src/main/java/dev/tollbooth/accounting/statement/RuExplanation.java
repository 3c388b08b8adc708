package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.ru.RuModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the request units of a statement are made of, term by term.
 *
 * <p>Thread-safe: immutable.
 *
 * @param terms of the cost model where it was applied; a figure that a server or gateway told is one term
 * @param sum the request units of all terms; null where none are known
 */
public record RuExplanation(List<Term> terms, @Nullable Double sum) {

    /**
     * One term: amount x ruPerUnit = ru.
     *
     * @param name what is counted
     * @param source where the amount is from
     * @param amount how much, in the unit that {@code name} says
     * @param ruPerUnit request units of one
     */
    public record Term(String name, String source, double amount, double ruPerUnit) {

        /** Returns the request units of this term. */
        public double ru() {
            return amount * ruPerUnit;
        }
    }

    private static final String ESTIMATE = "estimate";
    private static final double NOISE = 1e-9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Copies the terms. */
    public RuExplanation {
        terms = List.copyOf(terms);
    }

    /**
     * Explains a statement by the factors that are in force.
     *
     * @param digest 64 hexadecimal digits; rows of several schemas are added up
     * @throws IllegalArgumentException if none of {@code rows} has it
     */
    public static RuExplanation of(String digest, List<StatementSnapshot> rows, RuModel model) {
        boolean isKnown = false;
        List<Term> terms = new ArrayList<>();
        Double sum = null;
        for (StatementSnapshot row : rows) {
            Double ru = row.sumRu();
            String source = row.ruSource();
            if (!digest.equalsIgnoreCase(row.digestHex())) {
                continue;
            }
            isKnown = true;
            if (ru != null && source != null) {
                sum = sum == null ? ru : Double.valueOf(sum + ru);
                add(terms, row, source, ru, model);
            }
        }
        if (!isKnown) {
            throw new IllegalArgumentException("no such statement: digest has no row; take it from Top");
        }
        return new RuExplanation(terms, sum);
    }

    private static void add(List<Term> terms, StatementSnapshot row, String source, double ru, RuModel model) {
        RuTermSums server = row.ruTerms();
        if (server != null) {
            add(terms, "statements that read", server.source(), server.reads(), model.perRead());
            add(terms, "statements that write", server.source(), server.writes(), model.perWrite());
            add(terms, "bytes of blocks touched", server.source(), server.bytes(), 1 / model.bytesPerRu());
            add(terms, "ms on the server", server.source(), server.nanos() / NANOS_PER_MILLI, 1 / model.millisPerRu());
            add(terms, "bytes of write-ahead log", server.source(), server.walBytes(), 1 / model.walBytesPerRu());
        }
        double rest = ru - (server == null ? 0 : server.ru());
        if (source.equals(ESTIMATE) && row.digest() != null) {
            double perStatement = model.perStatement(row.digest().kind());
            double millis = (row.sumNanos() + row.fetchNanos()) / NANOS_PER_MILLI;
            add(terms, "statements", source, (double) row.count(), perStatement);
            add(terms, "bytes read by getters", source, (double) row.bytesRead(), 1 / model.bytesPerRu());
            if (row.bufferedBytes() != 0) {
                add(terms, "bytes buffered beyond those", source, (double) row.bufferedBytes(), 1 / model.bytesPerRu());
            }
            add(terms, "ms of execution and fetch on the client", source, millis, 1 / model.millisPerRu());
        } else if (Math.abs(rest) > NOISE) {
            String name = source.equals(Totals.MIXED) ? "RU told or estimated, not kept apart" : "RU as told";
            add(terms, name, source, rest, 1);
        }
    }

    private static void add(List<Term> terms, String name, String source, double amount, double ruPerUnit) {
        for (int i = 0; i < terms.size(); i++) {
            Term known = terms.get(i);
            if (known.name.equals(name) && known.source.equals(source) && known.ruPerUnit == ruPerUnit) {
                terms.set(i, new Term(name, source, known.amount + amount, ruPerUnit));
                return;
            }
        }
        terms.add(new Term(name, source, amount, ruPerUnit));
    }
}
