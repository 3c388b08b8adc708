package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.advice.SampledUses;
import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.observe.KeptParameters;
import java.util.Arrays;

/**
 * A search for selects that a transaction of one connection repeats with the same parameters and without a change
 * between them. One of eight transactions is searched, while a client asks for advice. Only hashes are kept.
 *
 * <p>Not thread-safe: if threads share the connection, a repetition may be missed.
 */
final class RepeatedSelects {

    private static final int HASHES = 128;
    private static final int PROBES = 4;

    private final SampledUses uses;
    private final long[] hashes = new long[HASHES];
    private boolean begun;
    private boolean sampled;
    private boolean used;

    RepeatedSelects(SampledUses uses) {
        this.uses = uses;
    }

    /** Returns whether the open transaction, or the one that begins now, is searched. */
    boolean isSampled() {
        if (!begun) {
            begun = true;
            sampled = uses.isTransactionDue();
        }
        return sampled;
    }

    /** Records the end of a transaction. */
    void transactionEnded() {
        begun = false;
        forget();
    }

    /** Examines a successful execution of {@code sql} in the open transaction. */
    void executed(AccountedStatement statement, TextDigest digest, String sql) {
        if (digest.kind() != StatementKind.READ) {
            forget(); // the rows read so far may have changed
            return;
        }
        long hash = KeptParameters.ofExecution(sql, statement.parameterHash());
        if (hash != KeptParameters.UNKNOWN && isKnown(hash) && readsTable(digest.text())) {
            SampledUses.Use use = uses.of(digest);
            if (use != null) {
                use.repeated();
            }
        }
    }

    private void forget() {
        if (used) {
            used = false;
            Arrays.fill(hashes, 0);
        }
    }

    /** Returns whether the transaction has had {@code hash}, and remembers the hash if there is room. */
    private boolean isKnown(long hash) {
        used = true;
        for (int i = 0; i < PROBES; i++) {
            int place = (int) (hash + i) & (HASHES - 1);
            if (hashes[place] == hash) {
                return true;
            }
            if (hashes[place] == 0) {
                hashes[place] = hash;
                return false;
            }
        }
        return false;
    }

    /** Returns whether a select may return the same rows again; one that reads a sequence does not. */
    private static boolean readsTable(String normalizedText) {
        return normalizedText.contains(" from ")
                && !normalizedText.contains("nextval")
                && !normalizedText.contains("next value for");
    }
}
