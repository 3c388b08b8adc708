package dev.tollbooth.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.plan.BoundParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThreadObserversTest {

    private static final class Unused implements ExecutionObserver {
        @Override
        public void executed(ObservedExecution execution) {}

        @Override
        public void transactionEnded(Object connection) {}
    }

    private final ThreadObservers observers = new ThreadObservers();
    private final AccountingSwitch before = new AccountingSwitch();

    @Test
    void switches_ofAllInstances_areOnWhileAThreadObserves() {
        observers.addTo(before);
        assertThat(before.isObserved()).isFalse();
        ExecutionObserver outer = new Unused();
        ExecutionObserver inner = new Unused();
        ExecutionObserver none = observers.enter(outer);
        AccountingSwitch madeMeanwhile = new AccountingSwitch();
        observers.addTo(madeMeanwhile);
        ExecutionObserver first = observers.enter(inner);
        assertThat(observers.ofThisThread()).isSameAs(inner);
        observers.leave(first);
        assertThat(observers.ofThisThread()).isSameAs(outer);
        assertThat(before.isObserved()).isTrue();
        assertThat(madeMeanwhile.isObserved()).isTrue();
        observers.leave(none);
        assertThat(observers.ofThisThread()).isNull();
        assertThat(before.isObserved()).isFalse();
        assertThat(madeMeanwhile.isObserved()).isFalse();
    }

    @Test
    void observer_ofOneThread_isNotThatOfAnother() throws InterruptedException {
        ExecutionObserver none = observers.enter(new Unused());
        @Nullable ExecutionObserver[] seen = {new Unused()};
        Thread other = new Thread(() -> seen[0] = observers.ofThisThread());
        other.start();
        other.join();
        assertThat(seen[0]).isNull();
        observers.leave(none);
    }

    @Test
    void hash_ofParameters_isTheSameForTheSameValuesOnly() {
        KeptParameters one = new KeptParameters();
        KeptParameters other = new KeptParameters();
        assertThat(one.hash()).isEqualTo(KeptParameters.UNKNOWN);
        assertThat(other.hash()).isEqualTo(KeptParameters.UNKNOWN);
        one.set(1, 7, null);
        one.set(2, new byte[] {1, 2}, null);
        other.set(2, new byte[] {1, 2}, null);
        assertThat(other.hash()).isNotEqualTo(one.hash());
        other.set(1, 7, null);
        assertThat(other.hash()).isEqualTo(one.hash());
        other.set(6, "more than at first", null);
        assertThat(other.hash()).isNotEqualTo(one.hash());
        other.clear();
        one.clear();
        assertThat(other.hash()).isEqualTo(one.hash());
        assertThat(KeptParameters.ofExecution("select 1", one.hash()))
                .isNotEqualTo(KeptParameters.ofExecution("select 2", one.hash()));
        assertThat(KeptParameters.ofExecution("select 1", KeptParameters.UNKNOWN))
                .isEqualTo(KeptParameters.UNKNOWN);
    }

    @Test
    void hashes_ofAStatementThatIsExplainedToo_haveItsValuesKept() {
        KeptParameters kept = new KeptParameters();
        kept.hash();
        kept.keepValues();
        kept.set(2, "later", null);
        BoundParameters incomplete = kept.takeValues();
        assertThat(incomplete).isNotNull();
        assertThat(incomplete.isComplete()).isFalse();
        kept.keepValues();
        kept.set(1, "first", null);
        BoundParameters complete = kept.takeValues();
        assertThat(complete).isNotNull();
        assertThat(complete.isComplete()).isTrue();
        assertThat(kept.takeValues()).isNull();
        assertThat(kept.isUnused()).isFalse();
        kept.forgetHashes();
        assertThat(kept.isUnused()).isTrue();
    }
}
