package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where the reading of a result set stops to look, and the calls there that may fetch. */
final class Fetching {

    /** In place of a stop: there is none. */
    static final int NEVER = -1;
    /** How often a read without fetch size stops to look. */
    static final int STOP_ROWS = 64;
    /** With a larger fetch size too it stops so often: the rows that are not credited yet are an {@code int}. */
    static final int MAX_STOP_ROWS = 1 << 30;

    private Fetching() {}

    /**
     * Returns where a new proxy of {@code rows} stops first. Found before the proxy is made, whose fields HotSpot can then set
     * as it zeroes it: of a field that a masked store has zeroed the first addition waits 4 ns for that.
     */
    static int firstStop(ResultSet rows, @Nullable StatementProxy statement, @Nullable Digest digest) {
        if (digest == null) {
            return NEVER;
        }
        if (statement != null && !statement.comesWhole) {
            statement.comesWhole = size(rows) == 0; // asked once for all its results, until it gets another
            if (!statement.comesWhole) {
                statement.run().buffered = 0; // it comes in parts
                return 0;
            }
        }
        return STOP_ROWS;
    }

    /** Returns the driver's fetch size, 0 where the driver does not say. */
    static int size(ResultSet rows) {
        try {
            return rows.getFetchSize();
        } catch (Throwable t) {
            return 0;
        }
    }

    /** Begins to watch a call that may fetch; null where there is no limit. */
    static @Nullable StatementRun watch(@Nullable StatementProxy statement, @Nullable Digest digest) {
        StatementRun run = statement == null || digest == null ? null : statement.run();
        return run != null && run.beginFetch() ? run : null;
    }

    /**
     * Ends the watch over a call that the driver has refused; returns what the application is told in its place, null if
     * nothing. Throws nothing unless the stack has no frame for this call.
     */
    static @Nullable SQLException failed(OwnFailures failures, StatementRun watched, Digest digest, Throwable failure) {
        boolean held = true;
        try {
            watched.end();
            held = false;
            return CancelledQuery.ofLimit(watched, digest, failure);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t, held ? watched : null);
            } catch (Throwable more) {
                failures.owed++;
                if (held) {
                    failures.unleft = watched;
                }
            }
            return null;
        }
    }
}
