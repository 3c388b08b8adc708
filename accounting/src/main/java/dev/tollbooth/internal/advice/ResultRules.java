package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.figure.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules for result sets that come in too many parts, or that hold more than the application reads. Each rule returns
 * its advice, or null if there is no reason for it.
 */
final class ResultRules {

    private static final int FEW_ROWS_OF_A_FETCH = 50;
    private static final int MANY_FETCHES = 4;
    private static final int GOOD_FETCH_SIZE = 1_000;

    private static final long LARGE_RESULT_BYTES = 16L << 20;
    private static final int MANY_ROWS = 100;

    private static final long LARGE_REST_BYTES = 64L << 10;
    /** The number of bytes that a driver is assumed to allocate for each byte that getters return. */
    private static final int ALLOCATED_FOR_READ = 20;

    private static final int FEW_RESULTS = 4;
    private static final int FEW_COLUMNS = 2;
    private static final int NAMED_COLUMNS = 10;

    private ResultRules() {}

    /**
     * Advises a larger fetch size, which saves the fetches beyond one per thousand rows. The first rows come with the
     * execution.
     */
    static @Nullable Draft smallFetches(AdvisedStatement statement, AdvisedWorkload all) {
        long fetches = statement.get(Figure.FETCHES);
        long count = statement.figures().count();
        long rows = statement.get(Figure.ROWS_READ);
        long trips = fetches - count;
        if (count == 0 || trips < count * MANY_FETCHES || rows > fetches * FEW_ROWS_OF_A_FETCH) {
            return null;
        }
        if (rows < 2 * trips) {
            return null; // the driver streams: each row is a call, but not a round trip
        }
        long saved = trips - rows / GOOD_FETCH_SIZE;
        return new Draft(
                        statement,
                        "%,d fetches of %,d rows each",
                        fetches,
                        Math.max(1, Math.round((double) rows / fetches)))
                .evidence(Figure.FETCHES, Figure.ROWS_READ, Figure.FETCH)
                .saves((double) statement.get(Figure.FETCH) * saved / fetches, saved)
                .certainty(Draft.SURE)
                .remedy("Raise the fetch size: Statement.setFetchSize(1000), defaultRowFetchSize=1000 (PostgreSQL),"
                        + " defaultRowPrefetch=1000 (Oracle), hibernate.jdbc.fetch_size.");
    }

    /** Advises to stream a large result, which saves heap. */
    static @Nullable Draft wholeResult(AdvisedStatement statement, AdvisedWorkload all) {
        long most = statement.get(Figure.MAX_ALLOCATED);
        long count = statement.figures().count();
        if (most < LARGE_RESULT_BYTES
                || statement.kind() != StatementKind.READ
                || statement.get(Figure.FETCHES) > count
                || statement.get(Figure.ROWS_READ) < count * MANY_ROWS) {
            return null;
        }
        return new Draft(
                        statement,
                        "one execution allocated %,d MB on the client for %,d rows",
                        most >> 20,
                        statement.get(Figure.ROWS_READ) / count)
                .evidence(Figure.MAX_ALLOCATED, Figure.ALLOCATED, Figure.ROWS_READ)
                .share(AdvisedWorkload.share(statement.timeNanos(), all.nanos))
                .remedy("Let the rows come in parts: setFetchSize(1000) with autocommit off (PostgreSQL),"
                        + " useCursorFetch=true (MySQL), or a LIMIT.");
    }

    /** Advises to select fewer columns. The rank is the statement's share of time, times the share of unread columns. */
    static @Nullable Draft unreadColumns(AdvisedStatement statement, AdvisedWorkload all) {
        SampledUses.Use uses = statement.clues().uses();
        List<String> unread = uses == null ? List.of() : uses.unread();
        int looked = uses == null ? 0 : Math.min(uses.width(), SampledUses.MOST_COLUMNS);
        if (uses == null
                || uses.results() < FEW_RESULTS
                || unread.size() < FEW_COLUMNS
                || unread.size() * 2 <= looked) {
            return null;
        }
        if (statement.digest().text().contains("for update")) {
            return null; // rows that are locked, not read
        }
        double part = (double) unread.size() / looked;
        return new Draft(
                        statement,
                        "nothing reads %,d of %s%,d columns: %s%s",
                        unread.size(),
                        looked < uses.width() ? "the first " : "",
                        looked,
                        String.join(", ", unread.subList(0, Math.min(NAMED_COLUMNS, unread.size()))),
                        unread.size() > NAMED_COLUMNS ? ", ..." : "")
                .evidence(Figure.ROWS_READ, Figure.READ)
                .share(part * AdvisedWorkload.share(statement.timeNanos(), all.nanos))
                .certainty(Draft.POSSIBLE)
                .remedy(
                        "Select the columns that are read: a list in place of *, a projection or DTO in place of an entity.");
    }

    /** Advises to select fewer rows, which saves the share of time that unread bytes took. */
    static @Nullable Draft unreadRows(AdvisedStatement statement, AdvisedWorkload all) {
        long count = statement.figures().count();
        long unread = statement.get(Figure.BUFFERED);
        long read = statement.get(Figure.READ);
        if (count == 0
                || statement.get(Figure.CUT_SHORT) * 2 < count
                || unread < count * LARGE_REST_BYTES
                || unread < read * ALLOCATED_FOR_READ) {
            return null;
        }
        return new Draft(
                        statement,
                        "%,d of %,d result sets closed before their end, %,d KB fetched and not read each time",
                        statement.get(Figure.CUT_SHORT),
                        count,
                        (unread / count) >> 10)
                .evidence(Figure.CUT_SHORT, Figure.BUFFERED, Figure.READ, Figure.ROWS_READ)
                .saves(statement.timeNanos() * (1 - (double) read / unread), 0)
                .remedy("Ask for the rows that are read: LIMIT or FETCH FIRST (Statement.setMaxRows, Pageable).");
    }
}
