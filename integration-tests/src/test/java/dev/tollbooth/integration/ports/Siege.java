package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.process.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A series of attacks on one port, in one JVM as long as that lives, then in another.
 *
 * <p>Not thread-safe.
 */
final class Siege implements AutoCloseable {

    private static final String PASSWORD = "Qm4t-long-and-random";
    private static final int DIGESTS = 10_000;
    private static final int WARM_CLIENTS = 16;
    private static final int ANSWER_SECONDS = 15;
    private static final int RECOVERY_SECONDS = 45;

    private record Reachable(PortClient client, int port) {}

    private final OpenPort attacked;
    private final Path directory;
    private final Path log;
    private final Map<OpenPort, Reachable> ports = new EnumMap<>(OpenPort.class);
    private @Nullable AttackedJvm jvm;
    private int started;

    Siege(OpenPort attacked, Path directory) {
        this.attacked = attacked;
        this.directory = directory;
        this.log = directory.resolve(attacked + ".log");
    }

    private AttackedJvm start() throws Exception {
        ports.clear();
        started++;
        List<String> arguments = new ArrayList<>();
        if (!attacked.isOfTheApplication()) {
            return startCommand();
        }
        for (OpenPort each : OpenPort.values()) {
            if (each.isOfTheApplication()) {
                int port = FreePort.find();
                arguments.add(each.setting() + "=" + port);
                ports.put(each, new Reachable(each.client(PASSWORD), port));
            }
        }
        arguments.add("console.password=" + PASSWORD);
        arguments.add("sql.user=" + SqlPortClient.USER);
        arguments.add("sql.password=" + SqlPortClient.PASSWORD);
        arguments.add("digests=" + DIGESTS);
        AttackedJvm opened = AttackedJvm.start(null, log, arguments);
        opened.await("ready");
        return opened;
    }

    private AttackedJvm startCommand() throws Exception {
        Path cli = Path.of("../cli/target/tollbooth-cli.jar").toAbsolutePath();
        List<Path> classPath = List.of(ForkedJvm.placeOf(Siege.class), cli, ForkedJvm.placeOf(org.h2.Driver.class));
        String reports = directory.resolve("reports-" + started).toString();
        AttackedJvm opened = AttackedJvm.start(
                classPath, log, List.of("digests=" + DIGESTS, "console", reports, attacked.setting(), "0"));
        String[] url = opened.await("http://localhost:").split("/#token=", -1);
        ports.put(attacked, new Reachable(attacked.client(url[1]), Integer.parseInt(url[0])));
        return opened;
    }

    /** Attacks, and waits until all is as before or the time is over. */
    Verdict attack(Attack attack) {
        Verdict verdict = new Verdict(attack.toString());
        try {
            AttackedJvm under = jvm;
            if (under == null || !under.isAlive()) {
                under = start();
                jvm = under;
                awaitAnswers(verdict);
                if (started == 1) {
                    warmUp(verdict);
                }
            }
            ApplicationVitals before = under.vitals();
            int logged = under.logged().size();
            attack(attack, verdict);
            recover(under, before, verdict);
            verdict.expectFewLogged(under.logged().stream().skip(logged).toList());
        } catch (Exception e) {
            verdict.problem(e.toString());
        }
        return verdict;
    }

    /** Has the port make what it keeps from then on, and as many threads as it has at most. */
    private void warmUp(Verdict verdict) throws Exception {
        Reachable target = ports.get(attacked);
        try (Clients clients = new Clients()) {
            for (int i = 0; i < WARM_CLIENTS; i++) {
                clients.start(target.client()::ask, target.port());
            }
            clients.await(ANSWER_SECONDS * 1_000);
        }
        for (PortClient.Dialog each : target.client().large()) {
            try {
                each.with(target.port());
            } catch (Exception | AssertionError e) {
                verdict.problem("one client alone: " + e);
            }
        }
    }

    private void attack(Attack attack, Verdict verdict) {
        Reachable target = ports.get(attacked);
        long start = System.nanoTime();
        try {
            attack.run(target.client(), target.port(), port -> awaitAnswer(attacked, verdict, "meanwhile"));
        } catch (Exception | AssertionError e) {
            verdict.problem(String.valueOf(e));
        }
        verdict.figure("attack ms", (System.nanoTime() - start) / 1_000_000);
    }

    private void recover(AttackedJvm under, ApplicationVitals before, Verdict verdict) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RECOVERY_SECONDS);
        long longestMillis = 0;
        ApplicationVitals after;
        if (under.isAlive()) {
            awaitAnswers(verdict);
        }
        do { // asks no port: each request would start one more of a port's idle workers
            after = under.vitals();
            longestMillis = Math.max(longestMillis, after.longestMillis());
            if (Verdict.isBack(before, after)) {
                break;
            }
            Thread.sleep(500);
        } while (System.nanoTime() < end);
        verdict.compare(before, after, longestMillis);
    }

    private void awaitAnswers(Verdict verdict) throws InterruptedException {
        for (OpenPort each : ports.keySet()) {
            awaitAnswer(each, verdict, "after");
        }
    }

    /** Asks until there is a right answer, as a person or a scraper does that is refused at first. */
    private void awaitAnswer(OpenPort port, Verdict verdict, String when) throws InterruptedException {
        Reachable reachable = ports.get(port);
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
        Throwable failure = null;
        do {
            try {
                reachable.client().ask(reachable.port());
                failure = null;
            } catch (Exception | AssertionError e) {
                failure = e;
                Thread.sleep(100);
            }
        } while (failure != null && System.nanoTime() < end);
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (failure != null) {
            verdict.problem("no answer by " + port + " " + when + ": " + failure);
        }
        verdict.expectAtMost("answer ms " + when, millis, ANSWER_SECONDS * 1_000L);
    }

    /** Has the application end, and compares what it executed with what was counted. */
    Verdict end() throws IOException, InterruptedException {
        Verdict verdict = new Verdict("END");
        AttackedJvm under = jvm;
        if (under != null && under.isAlive()) {
            ApplicationVitals last = under.end();
            verdict.figure("executed", last.executed());
            if (last.counted() != last.executed()) {
                verdict.problem("counted=" + last.counted() + ", executed=" + last.executed());
            }
        }
        return verdict;
    }

    @Override
    public void close() throws IOException {
        if (jvm != null) {
            jvm.close();
        }
    }
}
