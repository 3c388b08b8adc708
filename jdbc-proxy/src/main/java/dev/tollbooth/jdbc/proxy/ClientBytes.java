package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.memory.AllocatedBytes;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import org.jspecify.annotations.Nullable;

/**
 * What an execution makes the client hold, from the bytes that its thread allocates within the driver's calls: the one
 * that executes, and those for a further row that may fetch.
 *
 * <p>Sampled, it reads the first 16 executions of a row, then one in 16, and each while the last reading was over 1 MB; the
 * sum is scaled by what was not read. Unknown on virtual threads. Thread-safe: immutable.
 */
public final class ClientBytes {

    /** In place of a reading: there was none. */
    static final long NOT_READ = -1;

    private static final int SAMPLED = 16;

    private final AllocatedBytes allocated;
    private final boolean on;
    private final boolean all;

    private ClientBytes(AllocatedBytes allocated, boolean on, boolean all) {
        this.allocated = allocated;
        this.on = on;
        this.all = all;
    }

    /** Returns what {@code mode} says: {@code all}, {@code sampled} or {@code off}. */
    public static ClientBytes of(String mode, AllocatedBytes allocated) {
        return new ClientBytes(allocated, !mode.equals("off"), mode.equals("all"));
    }

    /** Begins an execution by {@code run}: where that knows no row, there may be one all the same. */
    long begin(StatementRun run, Digest digest, SchemaStatements schema, int stripe) {
        StatementStats last = run.row(digest, schema);
        return begin(last == null ? schema.find(digest) : last, stripe);
    }

    /** Begins an execution whose row is {@code row}, null where that is not known yet. */
    long begin(@Nullable StatementStats row, int stripe) {
        if (!on || !(all || row == null || row.clientBytesDue(stripe, SAMPLED))) {
            return NOT_READ;
        }
        return allocated.current();
    }

    /** Returns the bytes since {@link #begin}, or {@link #NOT_READ}. */
    long end(long begun) {
        if (begun == NOT_READ) {
            return NOT_READ;
        }
        long now = allocated.current();
        return now < begun ? NOT_READ : now - begun;
    }

    /**
     * Records what {@link #end} returned of the execution that {@code run} has ended; what its result is taken to
     * hold is that, or the last reading of its row, or 0 where results are not {@code buffered}.
     */
    void executed(StatementRun run, StatementStats row, int stripe, long bytes, boolean buffered) {
        if (bytes != NOT_READ) {
            run.clientBytesWeight = weight(row, stripe);
            row.recordClientBytes(stripe, bytes, run.clientBytesWeight);
        }
        run.clientBytes = bytes;
        run.fetchedClientBytes = 0;
        run.buffered = buffered ? row.lastClientBytes() : 0;
    }

    /** How many executions one reading stands for. */
    int weight(StatementStats row, int stripe) {
        return all ? 1 : row.clientBytesWeight(stripe, SAMPLED);
    }

    /** Begins a fetch for {@code statement}, whose execution was read or not. */
    long beginFetch(@Nullable StatementProxy statement) {
        return statement == null || statement.run().clientBytes == NOT_READ ? NOT_READ : allocated.current();
    }

    /** Ends what {@link #beginFetch} has begun; {@link #fetched} records it. */
    void endFetch(@Nullable StatementProxy statement, long begun) {
        long bytes = end(begun);
        if (statement != null && bytes != NOT_READ) {
            statement.run().fetchedClientBytes += bytes;
        }
    }

    /** Records what the fetches of {@code run} allocated since they were last recorded. */
    static void fetched(StatementRun run, StatementStats row, int stripe) {
        long fetched = run.fetchedClientBytes;
        if (fetched != 0 && run.clientBytes != NOT_READ) {
            run.clientBytes += fetched;
            row.recordFetchedClientBytes(stripe, fetched, run.clientBytesWeight, run.clientBytes);
            run.fetchedClientBytes = 0;
        }
    }
}
