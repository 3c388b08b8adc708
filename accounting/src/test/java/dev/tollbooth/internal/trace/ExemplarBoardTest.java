package dev.tollbooth.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.digest.TextDigest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExemplarBoardTest {

    private static final TextDigest SONGS = TextDigest.ofNormalized("select * from songs", "SELECT songs");
    private static final long MILLI = 1_000_000;
    private static final long MINUTE = ExemplarBoard.INTERVAL_NANOS;

    private int asked;
    private @Nullable TraceIds current = new TraceIds("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
    private final AccountingSwitch accounting = new AccountingSwitch();
    private final ExemplarBoard board = new ExemplarBoard(accounting, () -> () -> {
        asked++;
        return current;
    });

    @Test
    void ended_oncePerDecadeAndMinute_asksForTheTrace() {
        assertThat(board.read(0)).isEmpty();
        for (int i = 0; i < 10; i++) {
            board.ended("shop", SONGS, 2 * MILLI + i, i, null);
            board.ended("shop", SONGS, 20 * MILLI + i, i, null);
            board.ended(null, SONGS, 20 * MILLI + i, i, null);
        }
        assertThat(asked).isEqualTo(3);
        assertThat(board.read(10))
                .extracting(Exemplar::schema, Exemplar::elapsedNanos, Exemplar::ids)
                .containsExactlyInAnyOrder(
                        tuple("shop", 2 * MILLI, current),
                        tuple("shop", 20 * MILLI, current),
                        tuple(null, 20 * MILLI, current));
        board.ended("shop", SONGS, 3 * MILLI, MINUTE, null);
        assertThat(board.read(MINUTE)).extracting(Exemplar::elapsedNanos).contains(3 * MILLI);
        assertThat(board.read(MINUTE + ExemplarBoard.SHOWN_NANOS))
                .as("nobody sees it again and again")
                .isEmpty();
    }

    @Test
    void ended_noSpanOrOneThatIsNotSampled_keepsNothingAndAsksAgain() {
        board.read(0);
        current = null;
        board.ended("shop", SONGS, MILLI, 1, null);
        board.ended("shop", SONGS, MILLI, 2, null);
        assertThat(asked).isEqualTo(2);
        assertThat(board.read(3)).isEmpty();
    }

    @Test
    void ended_nobodyReads_keepsNothing() {
        board.ended("shop", SONGS, MILLI, 1, null);
        assertThat(accounting.keepsExemplars()).isFalse();
        board.read(2);
        assertThat(accounting.keepsExemplars()).isTrue();
        board.ended("shop", SONGS, MILLI, ExemplarBoard.UNREAD_NANOS + 2, null);
        assertThat(accounting.keepsExemplars())
                .as("nobody has read for ten minutes")
                .isFalse();
        assertThat(asked).isZero();
        assertThat(board.bytes()).isZero();
    }

    @Test
    void read_noOpenTelemetry_staysOff() {
        ExemplarBoard without = new ExemplarBoard(accounting, () -> null);
        assertThat(without.read(0)).isEmpty();
        assertThat(accounting.keepsExemplars()).isFalse();
    }

    @Test
    void ended_theTraceFails_saysSoOnceAndIsOff() {
        ExemplarBoard failing = new ExemplarBoard(accounting, () -> () -> {
            throw new NoSuchMethodError("gone");
        });
        failing.read(0);
        assertThatThrownBy(() -> failing.ended("shop", SONGS, MILLI, 1, null)).hasRootCauseMessage("gone");
        failing.ended("shop", SONGS, MILLI, 2, null);
        failing.read(3);
        assertThat(accounting.keepsExemplars()).isFalse();
    }

    @Test
    void ended_tenThousandStatements_isBounded() {
        board.read(0);
        for (int i = 0; i < 10_000; i++) {
            board.ended("shop", TextDigest.ofNormalized("select * from t" + i, "SELECT t" + i), MILLI, i, null);
        }
        Map<TextDigest, Integer> kept = new HashMap<>();
        board.read(10_000).forEach(exemplar -> kept.merge(exemplar.digest(), 1, Integer::sum));
        assertThat(kept.values()).as("one each").containsOnly(1);
        assertThat(kept.size()).isBetween(ExemplarBoard.PLACES * 9 / 10, ExemplarBoard.PLACES);
        assertThat(board.bytes()).isLessThan(500_000);
    }
}
