package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WrongPasswordsTest {

    @Test
    void next_afterMany_growsToABoundAndIsForgottenInAMinute() {
        AtomicLong now = new AtomicLong();
        WrongPasswords wrong = new WrongPasswords(now::get);
        assertThat(new long[] {wrong.next(), wrong.next(), wrong.next(), wrong.next(), wrong.next(), wrong.next()})
                .containsExactly(100, 200, 400, 800, 1_600, 1_600);
        now.set(60_000_000_001L);
        assertThat(wrong.next()).isEqualTo(100);
    }
}
