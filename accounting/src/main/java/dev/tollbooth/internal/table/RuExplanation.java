package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.statement.RuTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms that make up the request units of several rows, summed up. The cost model gives several terms; request
 * units that a server or gateway reported are one term.
 *
 * <p>Not thread-safe.
 */
final class RuExplanation {

    private static final double NOISE = 1e-9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RuModel model;
    private final List<RuTerm> terms = new ArrayList<>();

    /** Makes an explanation without terms, with the factors of {@code model}. */
    RuExplanation(RuModel model) {
        this.model = model;
    }

    /** Returns the terms so far, empty if no request units are known. */
    List<RuTerm> terms() {
        return List.copyOf(terms);
    }

    /**
     * Adds a row, or its growth between two reads.
     *
     * @param source the source of its request units; null if unknown
     */
    void add(@Nullable TextDigest digest, RowFigures row, @Nullable String source) {
        if (source == null || row.isZero()) {
            return;
        }
        RuTermSums told = row.terms();
        if (told != RuTermSums.NONE) {
            add("statements that read", told.source(), told.reads(), model.perRead());
            add("statements that write", told.source(), told.writes(), model.perWrite());
            add("bytes of blocks touched", told.source(), told.bytes(), 1 / model.bytesPerRu());
            add("ms on the server", told.source(), told.nanos() / NANOS_PER_MILLI, 1 / model.millisPerRu());
            add("bytes of write-ahead log", told.source(), told.walBytes(), 1 / model.walBytesPerRu());
        }
        double rest = row.ru() - told.ru();
        if (source.equals(Estimate.SOURCE) && digest != null) {
            addEstimate(digest, row);
        } else if (Math.abs(rest) > NOISE) {
            String name = source.equals(RuTermSums.MIXED) ? "RU reported or estimated, not separated" : "RU as told";
            add(name, source, rest, 1);
        }
    }

    private void addEstimate(TextDigest digest, RowFigures row) {
        add("statements", Estimate.SOURCE, (double) row.get(Figure.COUNT), model.perStatement(digest.kind()));
        add("bytes read by getters", Estimate.SOURCE, (double) row.get(Figure.READ), 1 / model.bytesPerRu());
        if (row.get(Figure.BUFFERED) != 0) {
            add(
                    "bytes buffered beyond those",
                    Estimate.SOURCE,
                    (double) row.get(Figure.BUFFERED),
                    1 / model.bytesPerRu());
        }
        double millis = (row.get(Figure.TIME) + row.get(Figure.FETCH)) / NANOS_PER_MILLI;
        add("ms of execution and fetch on the client", Estimate.SOURCE, millis, 1 / model.millisPerRu());
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
