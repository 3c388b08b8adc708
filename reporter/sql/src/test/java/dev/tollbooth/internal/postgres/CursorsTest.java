package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.postgres.WireClient.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests DECLARE, FETCH and CLOSE as psycopg sends them for named cursors. */
class CursorsTest {

    private PortFixture fixture;
    private WireClient client;

    @BeforeEach
    void open() throws Exception {
        fixture = new PortFixture(PortLimits.DEFAULT);
        client = fixture.loggedIn();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        fixture.close();
    }

    /**
     * Returns the letters of the answers to {@code sql}, with the tag of a completed statement or the code of an error.
     */
    private String asked(String sql) throws Exception {
        return client.query(sql).stream().map(CursorsTest::shown).collect(Collectors.joining(" "));
    }

    private static String shown(Answer answer) {
        return switch (answer.type()) {
            case 'C' ->
                new String(answer.content(), StandardCharsets.UTF_8).strip().replace("\0", "");
            case 'E' -> answer.field('C');
            default -> String.valueOf(answer.type());
        };
    }

    @Test
    void cursor_isReadInPartsToItsEnd() throws Exception {
        assertThat(
                        asked(
                                "BEGIN; DECLARE \"some rows\" NO SCROLL CURSOR FOR SELECT x FROM numbers WHERE x <= 5 ORDER BY x"))
                .isEqualTo("BEGIN DECLARE CURSOR Z");
        assertThat(asked("FETCH FORWARD 2 FROM \"some rows\"")).isEqualTo("T D D FETCH 2 Z");
        List<Answer> third = client.query("FETCH \"some rows\"");
        assertThat(new String(third.get(1).content(), StandardCharsets.UTF_8)).endsWith("3");
        assertThat(asked("SELECT 1")).isEqualTo("T D SELECT 1 Z");
        assertThat(asked("FETCH ALL IN \"some rows\"")).isEqualTo("T D D FETCH 2 Z");
        assertThat(asked("FETCH 10 FROM \"some rows\"")).isEqualTo("T FETCH 0 Z");
        assertThat(asked("CLOSE \"some rows\"")).isEqualTo("CLOSE CURSOR Z");
        assertThat(asked("FETCH \"some rows\"")).isEqualTo("34000 Z");
    }

    @Test
    void cursor_endsWithItsTransaction_unlessItIsHeld() throws Exception {
        assertThat(asked("DECLARE c CURSOR FOR SELECT 1")).isEqualTo("25P01 Z");
        assertThat(asked("BEGIN; DECLARE c CURSOR WITHOUT HOLD FOR SELECT 1; DECLARE h CURSOR WITH HOLD FOR SELECT 2"))
                .isEqualTo("BEGIN DECLARE CURSOR DECLARE CURSOR Z");
        assertThat(asked("COMMIT")).isEqualTo("COMMIT Z");
        assertThat(asked("FETCH c")).isEqualTo("34000 Z");
        assertThat(asked("FETCH h")).isEqualTo("T D FETCH 1 Z");
        assertThat(asked("CLOSE ALL")).isEqualTo("CLOSE CURSOR ALL Z");
        assertThat(asked("FETCH h")).isEqualTo("34000 Z");
    }

    @Test
    void cursor_overTheCatalog_isRead() throws Exception {
        assertThat(asked("BEGIN; DECLARE n CURSOR FOR SELECT nspname FROM pg_namespace; FETCH 1 FROM n"))
                .isEqualTo("BEGIN DECLARE CURSOR T D FETCH 1 Z");
    }

    @Test
    void cursors_moreThanThereMayBe_areRefused() throws Exception {
        client.query("BEGIN");
        for (int i = 0; i < 8; i++) {
            assertThat(asked("DECLARE c" + i + " CURSOR FOR SELECT 1")).isEqualTo("DECLARE CURSOR Z");
        }
        assertThat(asked("DECLARE one_more CURSOR FOR SELECT 1")).isEqualTo("54000 Z");
        assertThat(asked("ROLLBACK; BEGIN; DECLARE c0 CURSOR FOR SELECT 1; DECLARE c0 CURSOR FOR SELECT 1"))
                .isEqualTo("ROLLBACK BEGIN DECLARE CURSOR 42P03 Z");
    }

    @Test
    void fetches_ofTooManyRows_areEnded() throws Exception {
        client.close();
        fixture.close();
        fixture = new PortFixture(PortFixture.rows(50));
        client = fixture.loggedIn();
        assertThat(asked("BEGIN; DECLARE c CURSOR FOR SELECT x FROM numbers")).endsWith("DECLARE CURSOR Z");
        assertThat(asked("FETCH 40 FROM c")).endsWith("FETCH 40 Z");
        assertThat(asked("FETCH 40 FROM c")).endsWith("54000 Z");
    }

    @ParameterizedTest
    @CsvSource({
        "FETCH BACKWARD 1 FROM c, 0A000",
        "FETCH LAST FROM c, 0A000",
        "FETCH ABSOLUTE 2 FROM c, 0A000",
        "FETCH -1 FROM c, 0A000",
        "FETCH 0 FROM c, 0A000",
        "FETCH 99999999999 FROM c, 0A000",
        "FETCH FORWARD FROM c d, 42601",
        "MOVE 1 FROM c, 42501",
        "DECLARE d BINARY CURSOR FOR SELECT 1, 42601",
        "DECLARE d CURSOR FOR, 42601",
        "DECLARE d CURSOR FOR DELETE FROM numbers, 42601",
        "DECLARE d CURSOR FOR SELECT * FROM FINAL TABLE (DELETE FROM numbers), 42501",
        "CLOSE nothing, 34000",
    })
    void statement_aboutACursor_thatIsNotServed_leavesTheSession(String sql, String state) throws Exception {
        asked("BEGIN; DECLARE c CURSOR FOR SELECT x FROM numbers");
        assertThat(asked(sql)).isEqualTo(state + " Z");
        assertThat(asked("ROLLBACK; SELECT 1")).isEqualTo("ROLLBACK T D SELECT 1 Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " WITH HOLD"})
    void session_thatLeavesItsCursors_givesItsConnectionsBack(String hold) throws Exception {
        assertThat(asked("BEGIN; DECLARE c CURSOR" + hold + " FOR SELECT x FROM numbers; FETCH 1 FROM c"))
                .endsWith("FETCH 1 Z");
        client.close();
        client = fixture.loggedIn();
        assertThat(asked("FETCH 1 FROM c")).isEqualTo("34000 Z");
    }
}
