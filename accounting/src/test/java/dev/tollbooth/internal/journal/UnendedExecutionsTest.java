package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests executions that their threads could not end, because the stack or the memory was full. */
@Timeout(60)
class UnendedExecutionsTest {

    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "");

    private final StatementTable table = Leaks.table(() -> 0);
    private final SessionRegistry registry = Leaks.registry(table, () -> 0, 20);
    private final Session session = registry.open("app");

    private Journal begin() {
        Account account = registry.spender(table.schema(null), new RuOwner("", "off", "app"), null)
                .account(SELECT, Sha256.NONE);
        Journal journal = session.claim(() -> {});
        session.begin(journal, account, 0, 0, false, 0);
        return journal;
    }

    /** Does what is left to do for a thread whose stack is full. */
    private void fail(Journal running) {
        session.failures.uncounted++;
        running.unended = running.entry();
    }

    @Test
    void claim_afterATickCountedTheFailure_takesTheJournal() {
        Journal first = begin();
        fail(first);
        registry.settleAll();
        assertThat(session.claim(() -> {})).isSameAs(first);
    }

    @Test
    void tick_afterAnExecutionThatWasNotEnded_showsItNoLongerAndCountsNothing() {
        fail(begin());
        assertThat(registry.list()).hasSize(1);
        registry.tick();
        assertThat(registry.list()).isEmpty();
        assertThat(session.isIdle()).isTrue();
        assertThat(table.executions()).isZero();
    }

    @Test
    void claim_afterTwoExecutionsThatWereNotEnded_takesBothJournals() {
        List<Journal> running = List.of(begin(), begin());
        running.forEach(this::fail);
        List<Journal> claimed = List.of(session.claim(() -> {}), session.claim(() -> {}));
        assertThat(claimed).containsExactlyInAnyOrderElementsOf(running);
    }

    @Test
    void close_afterAnExecutionThatWasNotEnded_forgetsTheSession() {
        fail(begin());
        registry.close(session);
        assertThat(registry.size()).isZero();
    }

    @Test
    void claim_withoutMemoryForTheStatement_keepsNoJournal() {
        Journal first = begin();
        assertThatThrownBy(() -> session.claim(null)).isInstanceOf(NullPointerException.class);
        first.abandon(first.entry());
        assertThat(session.isIdle()).isTrue();
    }

    /** Tests the tick beside two threads that share the connection. */
    @Test
    void abandonUnended_onSeveralThreads_publishesOneEntry() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 3_000; round++) {
                Journal journal = begin();
                long entry = journal.entry();
                fail(journal);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    all.add(threads.submit(session.journals::abandonUnended));
                }
                for (Future<?> each : all) {
                    each.get();
                }
                assertThat(journal.published()).isEqualTo(entry + 1);
                assertThat(session.isIdle()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
