package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeapRoomTest {

    @Test
    void beginAnswer_whileAnotherIsMade_isRefusedAfterAWhile() throws Exception {
        HeapRoom room = new HeapRoom();
        Thread other = new Thread(() -> assertThatCode(room::beginAnswer).doesNotThrowAnyException());
        other.start();
        other.join(); // it never ends its answer
        assertThatThrownBy(room::beginAnswer).isInstanceOfSatisfying(PostgresException.class, e -> {
            assertThat(e.sqlState()).isEqualTo(PostgresException.TOO_MANY_CONNECTIONS);
            assertThat(e.isFatal()).isFalse();
        });
    }
}
