package dev.tollbooth.integration.soak;

import dev.tollbooth.integration.accounting.Tally;
import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** An application that executes for a while with all features on and with faults, then compares all counts. */
final class SoakApplication {

    private static final int CLIENTS = 8;
    private static final String NAME = "soak";

    private final Path disk;
    private final String h2;
    private final List<String> broken = new ArrayList<>();
    private final ReportSums reports = new ReportSums();
    private final long endNanos;
    private final long seconds;
    private long lost;

    private SoakApplication(long seconds, Path directory) {
        this.seconds = seconds;
        this.endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        this.disk = directory.resolve("disk");
        this.h2 = "jdbc:h2:file:" + directory.resolve("h2") + ";DB_CLOSE_ON_EXIT=FALSE";
    }

    /**
     * Takes seconds, a directory whose {@code disk} is a small file system, PostgreSQL's URL, and the clock's file or
     * nothing.
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        Path clock = arguments.length > 3 ? Path.of(arguments[3]) : null;
        SoakApplication application = new SoakApplication(Long.parseLong(arguments[0]), directory);
        application.run(arguments[2], clock);
        application.broken.forEach(System.out::println);
        System.out.println(application.broken.isEmpty() ? "well" : "not well");
        System.exit(application.broken.isEmpty() ? 0 : 1);
    }

    private void run(String postgres, @Nullable Path clock) throws Exception {
        int prometheus = FreePort.find();
        int console = FreePort.find();
        try (RestlessCollector collector = new RestlessCollector()) {
            Tollbooth tollbooth = withEverythingOn(collector.url(), prometheus, console);
            Tally sent;
            double ru;
            try (tollbooth) {
                // ends with the instance: the last report is for it, too
                tollbooth.subscribe(reports, ItemInterval.SECONDS_15);
                sent = soak(tollbooth, postgres, clock, new SoakReaders(tollbooth, prometheus, console));
                compare("statements", sent, Tally.of(tollbooth.statements()));
                ru = requestUnits(tollbooth);
                expectNoFailures();
                lost = lostReports();
            }
            compareReports(sent, ru);
            expect("the collector took " + collector.taken(), collector.taken() > 0);
        }
    }

    private static double requestUnits(Tollbooth tollbooth) {
        return tollbooth.statements().list().stream()
                .map(StatementSnapshot::sumRu)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Tollbooth withEverythingOn(String collector, int prometheus, int console) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("name", NAME);
        settings.put("digests.size", "300");
        settings.put("memory.limit", "8MB");
        settings.put("memory.query-limit", "64MB");
        settings.put("samples", "on");
        settings.put("slow.threshold", "5s");
        settings.put("cpu-time", "on");
        settings.put("plan.source", "explain");
        settings.put("report.dir", disk.resolve("reports").toString());
        settings.put("report.interval", "15s");
        settings.put("report.hlog", "on");
        settings.put("report.otlp", collector);
        settings.put("prometheus.listen", Integer.toString(prometheus));
        settings.put("console.listen", Integer.toString(console));
        settings.put("console.password", SoakReaders.PASSWORD);
        settings.put("budget.tenant-1", "1/min");
        Tollbooth.Builder builder = Tollbooth.builder();
        settings.forEach(builder::setting);
        return builder.build();
    }

    private Tally soak(Tollbooth tollbooth, String postgres, @Nullable Path clock, SoakReaders readers)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        SoakFaults faults = new SoakFaults(disk, h2, clock);
        try {
            List<Future<Tally>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String url = "jdbc:tollbooth:" + (i % 2 == 0 ? postgres : h2).substring("jdbc:".length());
                clients.add(threads.submit(new SoakClient(tollbooth, url, i, this::goesOn)));
            }
            watch(tollbooth, faults, readers);
            Tally sum = Tally.ZERO;
            for (Future<Tally> client : clients) {
                sum = sum.plus(client.get());
            }
            System.out.println("sent: " + sum);
            expect("some failed, most did not: " + sum, sum.errors() > 0 && sum.errors() < sum.executions() / 2);
            return sum;
        } finally {
            faults.end();
            threads.shutdownNow();
        }
    }

    private boolean goesOn() {
        return System.nanoTime() < endNanos;
    }

    /** Looks and has things go wrong until the time is over; compares what a leak would let grow. */
    private void watch(Tollbooth tollbooth, SoakFaults faults, SoakReaders readers) throws Exception {
        long parts = Math.max(10, seconds / 30);
        long begin = System.nanoTime();
        long partNanos = (endNanos - begin) / parts;
        Vitals warm = Vitals.now();
        for (int part = 0; part < parts; part++) {
            System.out.println(faults.next(part));
            while (System.nanoTime() < begin + (part + 1) * partNanos) {
                readers.look();
                TimeUnit.MILLISECONDS.sleep(Math.min(1_000, seconds * 10));
            }
            Vitals now = Vitals.now();
            if (part < parts / 2) {
                warm = now;
            }
            System.out.println(seconds * (part + 1) / parts + " s: executions="
                    + tollbooth.statements().executions() + ", " + now);
        }
        Vitals last = Vitals.now();
        expect("looked " + readers.answers() + " times", readers.answers() > 0);
        expect("heap: " + warm + " -> " + last, last.heapBytes() - warm.heapBytes() < 12L << 20);
        expect("threads: " + warm + " -> " + last, last.threads() - warm.threads() <= 2 * CLIENTS);
        expect("files: " + warm + " -> " + last, last.files() - warm.files() <= 4 * CLIENTS);
    }

    private void compareReports(Tally sent, double ru) throws IOException {
        compare("executions in reports", sent.executions(), reports.executions());
        compareRu("request units in reports", ru, reports.statementsRu());
        compareRu("request units by key", ru, reports.keysRu());
        Map<Long, Long> told = reports.executionsBySequence();
        Map<Long, Long> written = inFiles();
        written.forEach((sequence, executions) -> {
            long expected = told.getOrDefault(sequence, -1L);
            expect("report " + sequence + " in a file: " + executions + ", told " + expected, executions == expected);
        });
        compare("reports that a full disk lost, of " + told.size(), lost, (long) told.size() - written.size());
    }

    private Map<Long, Long> inFiles() throws IOException {
        Map<Long, Long> executions = new TreeMap<>();
        for (Path file : ReportFileReader.expand(List.of(disk.resolve("reports")))) {
            ReportFileReader.read(file, report -> {
                long sum = report.getStatementRecordsList().stream()
                        .mapToLong(record -> record.getExecCount())
                        .sum();
                executions.merge(report.getSequence(), sum, Long::sum);
            });
        }
        return executions;
    }

    /** Returns how many reports the file sink has counted as lost; the disk has room now, so no more will be. */
    private static long lostReports() throws Exception {
        TabularData sinks = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Reporter,instance=" + NAME), "Sinks");
        return ((Number) sinks.get(new Object[] {"file"}).get("dropped")).longValue();
    }

    private void expectNoFailures() throws Exception {
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=" + NAME);
        TabularData places =
                (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(control, "Failures");
        for (Object each : places.values()) {
            CompositeData place = (CompositeData) each;
            expect("failures: " + place.values(), ((Number) place.get("count")).longValue() == 0);
        }
    }

    private void compare(String what, Object expected, Object counted) {
        expect(what + ": expected " + expected + ", counted " + counted, expected.equals(counted));
    }

    private void compareRu(String what, double expected, double counted) {
        expect(
                what + ": expected " + expected + ", counted " + counted,
                Math.abs(expected - counted) <= 1e-9 * expected);
    }

    private void expect(String what, boolean holds) {
        System.out.println((holds ? "holds: " : "BROKEN: ") + what);
        if (!holds) {
            broken.add("BROKEN: " + what);
        }
    }
}
