package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.journal.Account;
import dev.tollbooth.accounting.journal.Journal;
import dev.tollbooth.accounting.memory.AllocatedBytes;
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

    private final AllocatedBytes allocated;
    private final boolean on;

    private ClientBytes(AllocatedBytes allocated, boolean on) {
        this.allocated = allocated;
        this.on = on;
    }

    /** Returns what {@code mode} says: {@code all}, {@code sampled} or {@code off}. */
    public static ClientBytes of(String mode, AllocatedBytes allocated) {
        return new ClientBytes(allocated, !mode.equals("off"));
    }

    /** Begins an execution that is counted to {@code account}. */
    long begin(Account account) {
        return account.readingDue() && on ? allocated.current() : NOT_READ;
    }

    /** Returns the bytes since {@link #begin}, or {@link #NOT_READ}. */
    long end(long begun) {
        if (begun == NOT_READ || !on) {
            return NOT_READ;
        }
        long now = allocated.current();
        return now < begun ? NOT_READ : now - begun;
    }

    /**
     * Notes what {@link #end} returned of an execution that has ended; what its result is taken to hold is that, or the last
     * reading of its account, or 0 where results are not {@code buffered}.
     */
    void executed(StatementProxy statement, Account account, long bytes, boolean isBuffered) {
        if (bytes != NOT_READ) {
            account.readClientBytes(bytes);
        }
        statement.clientBytes = bytes;
        statement.fetchedClientBytes = 0;
        statement.buffered = isBuffered ? account.lastClientBytes() : 0;
    }

    /** Begins a fetch for {@code statement}, whose execution was read or not. */
    long beginFetch(@Nullable StatementProxy statement) {
        return statement == null || statement.clientBytes == NOT_READ ? NOT_READ : allocated.current();
    }

    /** Ends what {@link #beginFetch} has begun; {@link #fetched} tells of it. */
    void endFetch(@Nullable StatementProxy statement, long begun) {
        long bytes = end(begun);
        if (statement != null && bytes != NOT_READ) {
            statement.fetchedClientBytes += bytes;
        }
    }

    /** Tells what the fetches of {@code statement} allocated since that was last told. */
    void fetched(StatementProxy statement, Journal claimed) {
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
