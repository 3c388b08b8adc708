package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/** Alternating executions and fetches of one statement, which record the exceeded limit of the last one. */
final class Call {

    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "");

    private final Session session;
    private final Cancellable statement;
    private final Account account;
    private final boolean limited;
    private @Nullable Journal executing;
    private @Nullable Journal fetching;
    private @Nullable OverLimit over;

    Call(SessionRegistry sessions, Cancellable statement) {
        this.session = sessions.open("app");
        this.statement = statement;
        this.limited = sessions.queryLimit() != null;
        StatementTable table = Leaks.table(() -> 0);
        this.account = sessions.spender(table.schema(null), new RuOwner("", "off", "app"), null)
                .account(SELECT, Sha256.NONE);
    }

    void begin() {
        executing = session.claim(statement);
        session.begin(executing, account, EntryRuState.OFF.flags(false), 0, false, 0);
    }

    boolean beginFetch() {
        fetching = session.beginFetch(statement);
        return fetching != null;
    }

    void end() {
        if (fetching != null) {
            over = session.endFetch(fetching);
            fetching = null;
        } else {
            over = limited ? session.stop(executing) : null;
            session.end(executing, EntryRuState.OFF, 0, 0);
        }
    }

    @Nullable
    OverLimit overLimit() {
        return over;
    }
}
