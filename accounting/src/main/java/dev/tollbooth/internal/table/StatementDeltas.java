package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.origin.OriginDeltas;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.table.StatementDelta.Named;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.Statements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader that reads a statement table repeatedly, and returns the figures counted between two reads.
 *
 * <p>The deltas add up exactly to the figures since the begin, whatever was evicted, truncated or
 * made again. Rows are identified by number, and a digest that returns gets another number. If a row was evicted or
 * truncated since the last read, its remaining delta appears in the record of statements without a row.
 *
 * <p>Thread-safe: one read at a time.
 */
public final class StatementDeltas {

    private static final String OTHERS = "(other)";
    private static final String ALL = "(all)";
    private static final Comparator<StatementRecord> LONGEST_FIRST =
            Comparator.comparingLong(StatementRecord::sumLatencyNanos).reversed();

    private final StatementTable table;

    // guarded by this
    private final RowFigures othersBase = new RowFigures();
    private final RowFigures base = new RowFigures();
    private final RowFigures current = new RowFigures();
    private final RowFigures delta = new RowFigures();
    private RuExplanation allTerms;
    private final Totals sum = new Totals();
    private Map<Integer, RowBase> bases = new HashMap<>();
    private int reads;
    private List<StatementRecord> records = new ArrayList<>();
    private @Nullable Visitor visitor; // used instead of records
    private int histogramResets;
    private volatile long baseBytes; // written under this

    private StatementDeltas(StatementTable table) {
        this.table = table;
        this.allTerms = table.explanation();
    }

    /**
     * Returns a reader that begins with the present figures of {@code statements}, which must be a {@link
     * StatementTable}.
     */
    public static StatementDeltas fromNow(Statements statements) {
        StatementDeltas deltas = fromBegin((StatementTable) statements);
        deltas.next();
        return deltas;
    }

    /** Returns a reader whose first read returns all figures since {@code table} was made. */
    public static StatementDeltas fromBegin(StatementTable table) {
        return new StatementDeltas(table);
    }

    /** Returns the figures since the last read. */
    public synchronized StatementDelta next() {
        table.read(this); // if that fails, the next read returns the figures read so far
        List<StatementRecord> result = records;
        records = new ArrayList<>();
        StatementDelta told = StatementDelta.NONE;
        if (!result.isEmpty()) {
            StatementRecord global = global(result);
            int last = result.size() - 1;
            int own = result.get(last).digest().isNone() ? last : last + 1;
            result.subList(0, own).sort(LONGEST_FIRST);
            told = new StatementDelta(result, global);
        }
        allTerms = table.explanation();
        return told;
    }

    /**
     * Passes {@code visitor} the figures since the last read, row by row, without making records. The table's rows
     * don't change during the call, so it must be short and must not read the table.
     */
    public synchronized void next(Visitor visitor) {
        this.visitor = visitor;
        try {
            table.read(this);
        } finally {
            this.visitor = null;
        }
    }

    /**
     * Reads {@code rows}. The caller holds the table's structure lock.
     *
     * @param rows all rows, the one without digest last
     * @param truncated the figures of all truncated rows since the start
     */
    void read(List<StatementStats> rows, Totals truncated, int histogramResetsNow) {
        if (histogramResets != histogramResetsNow) {
            bases.values().forEach(this::moveHistogram);
            histogramResets = histogramResetsNow;
        }
        reads++;
        ObjectLayout layout = ObjectLayout.ofThisJvm();
        long bytes = layout.mapTable(rows.size());
        int last = rows.size() - 1;
        for (StatementStats row : rows.subList(0, last)) {
            RowBase known = bases.computeIfAbsent(row.number(), number -> new RowBase());
            known.read = reads;
            // read without the lock: a change that is not visible yet belongs to the next read
            if (row.changes != known.changes) {
                row(row, known);
            }
            bytes += known.bytes(layout);
        }
        if (bases.size() > last) {
            dropBasesOfGoneRows();
        }
        StatementStats rest = rows.get(last);
        rest.readInto(sum);
        sum.add(truncated);
        current.set(sum);
        delta.setDifference(current, othersBase);
        addRecord(rest, sum, List.of());
        othersBase.set(current);
        baseBytes = bytes;
    }

    /** Reports a row's growth, and keeps the figures that the next read subtracts. */
    private void row(StatementStats row, RowBase known) {
        List<OriginTotals> origins = row.readWithOrigins(sum);
        current.set(sum);
        base.unpack(known.figures);
        delta.setDifference(current, base);
        // made before the row is reported, or a failure in between would report it twice
        byte[] figures = delta.isZero() ? known.figures : current.pack();
        addRecord(row, sum, OriginDeltas.growth(origins, known.origins));
        known.figures = figures;
        known.origins = origins;
        known.changes = sum.changes;
    }

    private void moveHistogram(RowBase known) {
        base.unpack(known.figures);
        base.moveHistogramTo(othersBase);
        known.figures = base.pack();
    }

    /**
     * Adds the bases of rows that have left the table to the base of the row without digest, which has their figures.
     */
    private void dropBasesOfGoneRows() {
        bases.values().removeIf(known -> {
            if (known.read == reads) {
                return false;
            }
            base.unpack(known.figures);
            othersBase.add(base);
            return true;
        });
        bases = new HashMap<>(bases); // as small as its content
    }

    private void addRecord(StatementStats row, Totals totals, List<OriginTotals> ofOrigins) {
        if (delta.isZero()) {
            return;
        }
        TextDigest digest = row.digest();
        Visitor taker = visitor;
        if (taker != null) {
            taker.row(row.schema(), digest, delta, ofOrigins, totals.ruSource);
            return;
        }
        Named named = digest == null
                ? new Named(null, Sha256.NONE, "", OTHERS)
                : new Named(row.schema(), digest.sha256(), digest.text(), digest.summary());
        RuExplanation explanation = table.explanation();
        explanation.add(digest, delta, totals.ruSource);
        allTerms.add(digest, delta, totals.ruSource);
        List<StatementRecord> origins = new ArrayList<>();
        for (OriginTotals part : ofOrigins) {
            String name = table.originNames().name(part.origin());
            Figures of = OriginRow.figures(part, totals.ruSource);
            origins.add(StatementDelta.record(named.withoutText(), name == null ? "" : name, of, List.of(), List.of()));
        }
        records.add(StatementDelta.record(named, "", figures(row, totals), origins, explanation.terms()));
    }

    /**
     * Returns the growth of a row, with the maxima since the row began. The greatest latency is at most the bound of its
     * bucket.
     */
    private Figures figures(StatementStats row, Totals totals) {
        Figures growth = delta.figures(totals.ruSource).build();
        long maxNanos =
                row.olderExtremes == null ? totals.maxNanos : Math.max(totals.maxNanos, row.olderExtremes.maxNanos());
        Number bound = growth.get(Figure.MAX);
        Cost cost = totals.cost == null ? new Cost() : totals.cost;
        Figures.Builder figures = growth.toBuilder()
                .set(Figure.MAX, bound == null ? 0 : Math.min(bound.longValue(), maxNanos))
                .set(Figure.MAX_ALLOCATED, cost.maxClientBytes)
                .set(Figure.MOST_IN_TRANSACTION, row.maxPerTransaction())
                .sampled(cost.sampled);
        TextDigest digest = row.digest();
        if (digest != null) { // one of them is usual, and need not take room in each record
            figures.set(Figure.TEXTS, digest.texts() > 1 ? digest.texts() : 0);
            figures.set(Figure.LIST_LENGTHS, digest.lengths() > 1 ? digest.lengths() : 0);
        }
        return figures.build();
    }

    /** Returns the sum of all records. Figures of advice belong to statements, so the sum has none. */
    private StatementRecord global(List<StatementRecord> all) {
        Figures.Builder sum =
                all.stream().map(StatementDelta::figuresWithMaxima).reduce(Figures.NONE, Figures::plus).toBuilder();
        Figure.OF_ADVICE.stream()
                .filter(figure -> figure != Figure.MAX_ALLOCATED)
                .forEach(figure -> sum.set(figure, null));
        Named named = new Named(null, Sha256.NONE, "", ALL);
        return StatementDelta.record(named, "", sum.build(), List.of(), allTerms.terms());
    }

    /** Returns the calculated heap bytes of the figures that the next read subtracts, without waiting. */
    public long baseBytes() {
        return baseBytes;
    }

    /** A visitor of the figures that each row counted between two reads. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Takes one row.
         *
         * @param schema the schema; null if the connection has none, and for the row without digest
         * @param digest the statement; null for the row without digest
         * @param since the growth since the last read; reused for the next row
         * @param origins the parts of the growth by origin
         * @param ruSource the source of the row's request units, {@code mixed} for several, null if unknown
         */
        void row(
                @Nullable String schema,
                @Nullable Digest digest,
                RowFigures since,
                List<OriginTotals> origins,
                @Nullable String ruSource);
    }
}
