package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.memory.AllocatedBytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes that an execution's thread allocates within the driver's calls: the one that executes, and those for a further row that may fetch. Beside it the CPU time of the first, where that is measured.
 *
 * <p>It reads the first 16 executions of a row, then one in 16, and each while the last reading was over 1 MB; the
 * sums are scaled by what was not read. Unknown on virtual threads. Thread-safe: immutable.
 */
public final class ClientBytes {

    /** In place of a reading: there was none. */
    public static final long NOT_READ = -1;

    private final AllocatedBytes allocated;
    private final @Nullable CpuTime cpu;

    /**
     * Reads by {@code allocated}.
     *
     * @param cpu null where CPU time is not measured
     */
    public ClientBytes(AllocatedBytes allocated, @Nullable CpuTime cpu) {
        this.allocated = allocated;
        this.cpu = cpu;
    }

    /** Begins an execution that is to be read; returns what its thread has allocated, or {@link #NOT_READ}. */
    long begin(Journal claimed) {
        if (cpu != null) {
            cpu.begin(claimed);
        }
        return allocated.current();
    }

    /** Returns the bytes since {@link #begin}, or {@link #NOT_READ} where that was not called; CPU time is told to {@code stopped}. */
    long end(Journal stopped) {
        if (!stopped.isRead()) {
            return NOT_READ;
        }
        if (cpu != null) {
            cpu.end(stopped);
        }
        return since(stopped.allocatedAtBegin());
    }

    private long since(long begun) {
        if (begun == NOT_READ) {
            return NOT_READ;
        }
        long now = allocated.current();
        return now < begun ? NOT_READ : now - begun;
    }

    /**
     * Notes what {@link #end} returned of an execution that has ended; what its result is taken to hold is that, or the last
     * reading of its account, or 0 where results are not {@code buffered}.
     */
    void executed(AccountedStatement statement, Account account, long bytes, boolean isBuffered) {
        if (bytes != NOT_READ) {
            account.readClientBytes(bytes);
        }
        statement.clientBytes = bytes;
        statement.fetchedClientBytes = 0;
        statement.buffered = isBuffered ? account.lastClientBytes() : 0;
    }

    /** Begins a fetch for {@code statement}, whose execution was read or not. */
    public long beginFetch(@Nullable AccountedStatement statement) {
        return statement == null || statement.clientBytes == NOT_READ ? NOT_READ : allocated.current();
    }

    /** Ends what {@link #beginFetch} has begun; {@link #fetched} tells of it. */
    public void endFetch(@Nullable AccountedStatement statement, long begun) {
        long bytes = since(begun);
        if (statement != null && bytes != NOT_READ) {
            statement.fetchedClientBytes += bytes;
        }
    }

    /** Tells what the fetches of {@code statement} allocated since that was last told. */
    void fetched(AccountedStatement statement, Journal claimed) {
        long fetched = statement.fetchedClientBytes;
        if (fetched != 0 && statement.clientBytes != NOT_READ) {
            statement.clientBytes += fetched;
            statement.fetchedClientBytes = 0;
            claimed.setFetchedClientBytes(fetched, statement.clientBytes);
            Account account = statement.account;
            if (account != null && statement.clientBytes > account.lastClientBytes()) {
                account.readClientBytes(statement.clientBytes); // a large one is read at each execution
            }
        }
    }
}
