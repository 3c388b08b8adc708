package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.postgres.WireClient.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class PostgresPortTest {

    private static final long SECOND = 1_000_000_000L;

    private static String letters(List<Answer> answers) {
        StringBuilder letters = new StringBuilder();
        answers.forEach(answer -> letters.append(answer.type()));
        return letters.toString();
    }

    private static Answer error(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.type() == 'E')
                .findFirst()
                .orElseThrow(() -> new AssertionError("no error: " + letters(answers)));
    }

    @Test
    void login_withThePassword_isReadyAndAnswers() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            List<Answer> ready = client.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE);
            assertThat(letters(ready)).matches("RRS+KZ");
            assertThat(letters(client.query("SELECT x FROM numbers WHERE x < 3; SHOW server_version; ;")))
                    .isEqualTo("TDDCTDCZ");
            assertThat(letters(client.query(" -- nothing"))).isEqualTo("IZ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "reader, wrong, tables, 28P01, password authentication failed for user \"reader\"",
        "nobody, wrong, tables, 28P01, password authentication failed for user \"nobody\"",
        "nobody, wrong, other, 28P01, password authentication failed for user \"nobody\"",
        "reader, right, other, 3D000, database \"other\" does not exist; the only one is tables",
        "READER, right, tables, '', ''",
    })
    void login_ofEachKind_isToldWhatIsWrong(String user, String password, String database, String state, String message)
            throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            String given = password.equals("right") ? PortFixture.PASSWORD : password;
            List<Answer> answers = client.login(user, given, database);
            Answer last = answers.get(answers.size() - 1);
            if (state.isEmpty()) {
                assertThat(last.type()).isEqualTo('Z');
            } else {
                assertThat(last.field('S')).isEqualTo("FATAL");
                assertThat(last.field('C')).isEqualTo(state);
                assertThat(last.field('M')).isEqualTo(message);
                assertThat(last.field('D')).isEmpty();
                assertThat(client.readAll()).isEmpty();
            }
        }
    }

    @Test
    void encryption_isDeclinedOnceOfEachKind() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            for (int code : new int[] {80877103, 80877104}) {
                client.send(ByteBuffer.allocate(8).putInt(8).putInt(code).array());
                assertThat(client.socket.getInputStream().read()).isEqualTo('N');
            }
            assertThat(letters(client.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE)))
                    .endsWith("Z");
        }
    }

    @Test
    void newerProtocol_isToldTheOneThatIsSpoken() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            byte[] startup = WireClient.startup("reader\0_pq_.x\0y", "tables");
            ByteBuffer.wrap(startup).putInt(4, (3 << 16) | 2);
            client.send(startup);
            Answer answer = client.read();
            assertThat(answer.type()).isEqualTo('v');
            assertThat(ByteBuffer.wrap(answer.content()).getInt()).isEqualTo(3 << 16);
            assertThat(new String(answer.content(), StandardCharsets.UTF_8)).endsWith("_pq_.x\0");
            assertThat(client.read().type()).isEqualTo('R');
        }
    }

    private static final byte[][] FIRST_FRAMES = {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        ByteBuffer.allocate(8).putInt(0x7ffffff0).putInt(3 << 16).array(),
        ByteBuffer.allocate(8).putInt(10_001).putInt(3 << 16).array(),
        ByteBuffer.allocate(8).putInt(-1).putInt(3 << 16).array(),
        ByteBuffer.allocate(8).putInt(8).putInt(2 << 16).array(),
        new byte[] {0, 0, 0, 4},
        ByteBuffer.allocate(12).putInt(0x11).putInt(0x15).putInt(0x3fffffff).array(),
    };

    @Test
    void firstFrame_thatIsNone_isRefused() throws Exception {
        // the last message is shorter than its length, so the time limit of the login ends it
        try (PortFixture fixture = new PortFixture(PortFixture.login(SECOND))) {
            for (byte[] frame : FIRST_FRAMES) {
                try (WireClient client = fixture.client()) {
                    client.send(frame);
                    List<Answer> answers = client.readAll();
                    assertThat(answers.isEmpty() ? "08P01" : error(answers).field('C'))
                            .as(Arrays.toString(frame))
                            .isEqualTo("08P01");
                }
            }
            try (WireClient client = fixture.client()) {
                client.send(WireClient.startup("reader", "tables"));
                client.read();
                client.send(ByteBuffer.allocate(5)
                        .put((byte) 'p')
                        .putInt(0x7ffffff0)
                        .array());
                assertThat(error(client.readAll()).field('C')).isEqualTo("08P01");
            }
            try (WireClient client = fixture.loggedIn()) {
                client.send(ByteBuffer.allocate(5)
                        .put((byte) 'Q')
                        .putInt(0x7ffffff0)
                        .array());
                assertThat(error(client.readAll()).field('C')).isEqualTo("08P01");
            }
        }
    }

    @Test
    void query_beforeTheLogin_isRefused() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            client.send(WireClient.startup("reader", "tables"));
            assertThat(client.read().type()).isEqualTo('R');
            client.send(WireClient.frame('Q', "SELECT 1\0"));
            assertThat(letters(client.readAll())).isEqualTo("E");
        }
    }

    @Test
    void connections_beyondTheLimit_areToldSoAndThePlaceIsFreeAgain() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT)) {
            List<WireClient> clients = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                clients.add(fixture.loggedIn());
            }
            try (WireClient seventeenth = fixture.client()) {
                assertThat(error(seventeenth.readAll()).field('C')).isEqualTo("53300");
            }
            for (WireClient client : clients) {
                assertThat(letters(client.query("SELECT 1"))).isEqualTo("TDCZ");
            }
            clients.get(0).send(WireClient.frame('X', ""));
            assertThat(clients.get(0).readAll()).isEmpty();
            List<Answer> answers = List.of();
            while (!letters(answers).endsWith("Z")) {
                try (WireClient next = fixture.client()) {
                    answers = next.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE);
                } catch (IOException e) {
                    Thread.sleep(5); // the place is given back a moment later
                }
            }
            for (WireClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void connections_beyondTheLimitThatAskForEncryption_areAnsweredBeforeTheyAreToldSo() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT)) {
            List<WireClient> clients = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                clients.add(fixture.loggedIn());
            }
            try (WireClient next = fixture.client()) {
                for (int code : new int[] {80877104, 80877103}) {
                    next.send(ByteBuffer.allocate(8).putInt(8).putInt(code).array());
                    assertThat(next.socket.getInputStream().read()).isEqualTo('N');
                }
                next.send(WireClient.startup(PortFixture.USER, PortFixture.DATABASE));
                assertThat(error(next.readAll()).field('C')).isEqualTo("53300");
            }
            for (WireClient client : clients) {
                client.close();
            }
        }
    }

    /** Tests an error as of a full heap. */
    @Test
    void listener_thatMeetsAnError_goesOnAcceptingAndEndingStatements() throws Exception {
        Queue<Runnable> cancels = new ArrayDeque<>(List.of(
                () -> {
                    throw new OutOfMemoryError("of the test");
                },
                () -> {
                    throw new IllegalStateException("of the test");
                }));
        Runnable onCancel = () -> {
            Runnable next = cancels.poll();
            if (next != null) {
                next.run();
            }
        };
        try (PortFixture fixture =
                        new PortFixture(PortFixture.query(SECOND / 5, PortLimits.DEFAULT.graceNanos()), onCancel);
                WireClient client = fixture.loggedIn()) {
            String forever = "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e";
            assertThat(error(client.query(forever)).field('C')).isEqualTo("57014");
            assertThat(cancels).isEmpty();
            try (WireClient next = fixture.loggedIn()) {
                assertThat(letters(next.query("SELECT 1"))).isEqualTo("TDCZ");
            }
        }
    }

    @Test
    void silentConnections_aThousand_takeSixteenThreadsUntilTheirTimeToLogInIsOver() throws Exception {
        try (PortFixture fixture = new PortFixture(PortFixture.login(SECOND))) {
            List<Socket> silent = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), fixture.door.port()));
                if (i % 100 == 0) {
                    assertThat(PortFixture.sessionThreads()).hasSizeLessThanOrEqualTo(16);
                }
            }
            List<Answer> answers = List.of();
            while (!letters(answers).endsWith("Z")) {
                try (WireClient client = fixture.client()) {
                    answers = client.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE);
                } catch (IOException e) {
                    Thread.sleep(20); // until the silent ones' time is over
                }
            }
            for (Socket socket : silent) {
                socket.setSoTimeout(20_000);
                assertThat(endOf(socket)).isTrue();
                socket.close();
            }
        }
    }

    private static boolean endOf(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes().length >= 0;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Test
    void login_thatTricklesIn_isCutOffAllTheSame() throws Exception {
        try (PortFixture fixture = new PortFixture(PortFixture.login(SECOND / 2));
                WireClient client = fixture.client()) {
            byte[] startup = WireClient.startup("reader", "tables");
            assertThatThrownBy(() -> {
                        for (int i = 0; ; i = (i + 1) % (startup.length - 1)) {
                            client.out.write(
                                    i < 4 ? ByteBuffer.allocate(4).putInt(9_000).array()[i] : 0);
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    /** Tests statements that run forever, and are sent again after they are cut off. */
    @Test
    void clientsThatTrickle_moreThanThereArePlaces_keepNobodyOut() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT)) {
            AtomicBoolean over = new AtomicBoolean();
            Thread trickle = new Thread(() -> trickle(fixture.door.port(), over));
            trickle.start();
            try {
                while (PortFixture.sessionThreads().size() < 16) {
                    Thread.sleep(5); // until the first have all places
                }
                for (int i = 0; i < 10; i++) {
                    long begin = System.nanoTime();
                    try (WireClient client = fixture.loggedIn()) {
                        assertThat(letters(client.query("SELECT 1")))
                                .as("login %d", i)
                                .isEqualTo("TDCZ");
                    }
                    // less than the five seconds after which silent clients are cut off
                    assertThat(System.nanoTime() - begin).isLessThan(4 * SECOND);
                    assertThat(PortFixture.sessionThreads()).hasSizeLessThanOrEqualTo(17);
                }
            } finally {
                over.set(true);
                trickle.join();
            }
        }
    }

    private static void trickle(int port, AtomicBoolean over) {
        byte[] startup = ByteBuffer.allocate(4).putInt(9_000).array();
        Socket[] clients = new Socket[40];
        try {
            for (int i = 0; !over.get(); i++) {
                for (int j = 0; j < clients.length; j++) {
                    try {
                        clients[j] =
                                clients[j] == null ? new Socket(InetAddress.getLoopbackAddress(), port) : clients[j];
                        clients[j].getOutputStream().write(i < startup.length ? startup[i] : 0);
                    } catch (IOException e) {
                        clients[j] = null; // cut off
                    }
                }
                Thread.sleep(400);
            }
            for (Socket client : clients) {
                if (client != null) {
                    client.close();
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void threadThatGoesOn_afterItsClientWasCutOff_isToldAndTakesNobodysPlace() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean stick = new AtomicBoolean(true);
        Runnable onUse = () -> {
            while (stick.getAndSet(false)) {
                awaitUninterruptibly(end);
            }
        };
        PortLimits limits = PortFixture.query(SECOND, SECOND);
        try (PortFixture fixture = new PortFixture(limits, () -> {}, onUse);
                WireClient client = fixture.loggedIn()) {
            assertThat(fixture.door.stuck()).isZero();
            client.send(WireClient.frame('Q', "SELECT 1\0"));
            assertThat(client.readAll()).isEmpty();
            awaitStuck(fixture, 1);
            List<WireClient> others = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                others.add(fixture.loggedIn());
                assertThat(letters(others.get(i).query("SELECT 1"))).isEqualTo("TDCZ");
            }
            end.countDown();
            awaitStuck(fixture, 0);
            for (WireClient other : others) {
                other.close();
            }
        } finally {
            end.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // like H2's planner, which checks no limit
            }
        }
    }

    private static void awaitStuck(PortFixture fixture, int threads) throws InterruptedException {
        long deadline = System.nanoTime() + 20 * SECOND;
        while (fixture.door.stuck() != threads && System.nanoTime() - deadline < 0) {
            Thread.sleep(5);
        }
        assertThat(fixture.door.stuck()).isEqualTo(threads);
    }

    @Test
    void idleClient_afterItsTime_isCutOff() throws Exception {
        try (PortFixture fixture = new PortFixture(PortFixture.idle(SECOND / 5));
                WireClient client = fixture.loggedIn()) {
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void query_beyondItsTime_isCancelledAndTheSessionGoesOn() throws Exception {
        try (PortFixture fixture = new PortFixture(PortFixture.query(SECOND / 2, PortLimits.DEFAULT.graceNanos()));
                WireClient client = fixture.loggedIn()) {
            for (String forever : new String[] {
                "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e",
                "SELECT 1 FROM numbers a, numbers b, numbers c, numbers d, numbers e WHERE a.x + e.x < 0",
            }) {
                List<Answer> answers = client.query(forever);
                assertThat(error(answers).field('C')).isEqualTo("57014");
                assertThat(error(answers).field('M')).isEqualTo("canceling statement due to statement timeout");
                assertThat(letters(client.query("SELECT 1"))).isEqualTo("TDCZ");
            }
        }
    }

    @Test
    void result_ofTooManyRows_isEnded() throws Exception {
        try (PortFixture fixture = new PortFixture(PortFixture.rows(50));
                WireClient client = fixture.loggedIn()) {
            assertThat(error(client.query("SELECT x FROM numbers")).field('C')).isEqualTo("54000");
            assertThat(letters(client.query("SELECT x FROM numbers LIMIT 50"))).isEqualTo("T" + "D".repeat(50) + "CZ");
        }
    }

    @Test
    void cancelRequest_withTheKeyAlone_endsTheStatement() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            Answer key = client.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE).stream()
                    .filter(answer -> answer.type() == 'K')
                    .findFirst()
                    .orElseThrow();
            int processId = ByteBuffer.wrap(key.content()).getInt();
            int secret = ByteBuffer.wrap(key.content()).getInt(4);
            client.send(WireClient.frame(
                    'Q', "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e, numbers f\0"));
            cancel(fixture, processId, secret + 1);
            cancel(fixture, processId + 1, secret);
            client.socket.setSoTimeout(300);
            assertThatThrownBy(client::read).isInstanceOf(IOException.class); // it still runs
            client.socket.setSoTimeout(20_000);
            cancel(fixture, processId, secret);
            assertThat(error(client.readUntilReady()).field('M')).isEqualTo("canceling statement due to user request");
        }
    }

    private static void cancel(PortFixture fixture, int processId, int secret) throws Exception {
        try (WireClient client = fixture.client()) {
            client.send(ByteBuffer.allocate(16)
                    .putInt(16)
                    .putInt(80877102)
                    .putInt(processId)
                    .putInt(secret)
                    .array());
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void transaction_thatFailed_refusesAllButItsEnd() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.loggedIn()) {
            assertThat(client.query("BEGIN").get(1).content()).containsExactly('T');
            assertThat(error(client.query("SELECT nope")).field('C')).isEqualTo("42703");
            assertThat(error(client.query("SELECT 1")).field('C')).isEqualTo("25P02");
            List<Answer> end = client.query("COMMIT");
            assertThat(new String(end.get(0).content(), StandardCharsets.UTF_8)).isEqualTo("ROLLBACK\0");
            assertThat(letters(client.query("SELECT 1"))).isEqualTo("TDCZ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 FROM pg_am WHERE 'a' ~ '(?:(?:){2147483647}){2147483647}'",
                "SELECT 1, 2 FROM pg_am UNION SELECT 1 FROM pg_am",
                "SELECT ARRAY[ARRAY[ARRAY[ARRAY[ARRAY[1]]]]] FROM pg_am ORDER BY 1.5",
                "SELECT max(v[1]) FROM pg_am, unnest() u, unnest(ARRAY[u, x.y]) v WHERE ARRAY[ARRAY[ARRAY[ARRAY[ARRAY[1]]]]] = v",
            })
    void question_toTheCatalogThatIsOdd_leavesTheSession(String sql) throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.client()) {
            client.login(PortFixture.USER, PortFixture.PASSWORD, PortFixture.DATABASE);
            assertThat(letters(client.query(sql))).matches("EZ|TD*CZ");
            assertThat(letters(client.query("SELECT 1 FROM pg_am"))).isEqualTo("TDCZ");
        }
    }

    @Test
    void errors_ofH2_areOneLineWithTheStateOfPostgresql() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient client = fixture.loggedIn()) {
            String[][] errors = {
                {"SELECT * FROM nope", "42P01"},
                {"SELECT nope FROM numbers", "42703"},
                {"SELECT x FROM FROM", "42601"},
                {"SELECT (1", "42601"},
                {"SELECT 1 / 0", "22012"},
                {"SELECT cast('x' AS int)", "22P02"},
            };
            for (String[] each : errors) {
                Answer error = error(client.query(each[0]));
                assertThat(error.field('C')).as(each[0]).isEqualTo(each[1]);
                assertThat(error.field('M')).as(each[0]).doesNotContain("\n", "SQL statement", "[4");
            }
            assertThat(error(client.query("SELECT x FROM FROM")).field('M'))
                    .isEqualTo("syntax error at or near \"FROM\"");
        }
    }

    @Test
    void close_whileClientsAreConnected_endsThemAndThePort() throws Exception {
        PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
        WireClient idle = fixture.loggedIn();
        WireClient busy = fixture.loggedIn();
        busy.send(
                WireClient.frame('Q', "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e\0"));
        WireClient silent = fixture.client();
        int port = fixture.door.port();
        fixture.close();
        fixture.close();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
                .isInstanceOf(IOException.class);
        for (WireClient client : new WireClient[] {idle, busy, silent}) {
            assertThat(letters(client.readAll())).doesNotContain("Z");
            client.close();
        }
        assertThat(PortFixture.sessionThreads()).isEmpty();
    }

    @Test
    void close_whileItAccepts_returnsWithThePortFree() throws Exception {
        for (int round = 0; round < 200; round++) {
            PostgresPort door = PostgresPort.open(0, new PortUsers("tables"), user -> {
                throw new SQLException("nobody gets so far");
            });
            int port = door.port();
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            door.close();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .as("round %d, port %d", round, port)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void port_isOnLoopbackAlone() throws Exception {
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT)) {
            for (InetAddress address : NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(each -> !each.isLoopbackAddress())
                    .toList()) {
                assertThatThrownBy(() -> new Socket(address, fixture.door.port()))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void port_thatIsTaken_isNamedWithTheRemedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> PostgresPort.open(taken.getLocalPort(), new PortUsers("tables"), user -> {
                        throw new SQLException();
                    }))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("can't listen on loopback: port=" + taken.getLocalPort()
                            + ", exception=java.net.BindException; choose a port that is free");
        }
    }
}
