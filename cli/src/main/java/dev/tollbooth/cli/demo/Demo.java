package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageHtml.PageOptions;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.OwnerFiles;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A demo that runs a shop's workload for some seconds. It shows the statements live, writes reports to files, and
 * suggests the next steps.
 */
public final class Demo {

    private final PrintStream out;
    private final Terminal terminal;
    private final Path directory;
    private final int consolePort;

    /**
     * Makes a demo that prints to {@code out} and leaves report files in {@code directory}. If {@code consolePort} is
     * 0, the demo has no live page.
     */
    public Demo(PrintStream out, Terminal terminal, Path directory, int consolePort) {
        this.out = out;
        this.terminal = terminal;
        this.directory = directory;
        this.consolePort = consolePort;
    }

    /**
     * Runs the demo.
     *
     * @return whether the statement table and the reports agree with the workload's own counts
     */
    public boolean run(int seconds, int threads) throws SQLException, InterruptedException, IOException {
        String token = UUID.randomUUID().toString();
        Map<String, String> settings = settings(token);
        checkWritable();
        Tally tally = new Tally();
        Conclusion conclusion = new Conclusion(out, terminal);
        AtomicReference<String> bootId = new AtomicReference<>("");
        Figures accounted;
        try (Tollbooth tollbooth = Tollbooth.shared(settings)) {
            Statements table = tollbooth.statements();
            out.println("A shop on an embedded H2, through " + terminal.bold("jdbc:tollbooth:h2:mem:shop") + ": "
                    + Shop.Tenant.values().length + " tenants, " + threads + (threads == 1 ? " thread, " : " threads, ")
                    + seconds + " s");
            if (consolePort != 0) {
                out.println("Live: " + terminal.bold("http://localhost:" + consolePort + "/#token=" + token));
            }
            out.println();
            out.flush();
            tollbooth.subscribe(report -> bootId.set(report.bootId()), ItemInterval.SECONDS_15);
            ScheduledExecutorService reports = report(tollbooth);
            try (Shop shop = Shop.open(settings)) {
                LiveView live = new LiveView(out, terminal, TimeUnit.SECONDS.toNanos(seconds));
                watch(start(tollbooth, shop, tally, threads, TimeUnit.SECONDS.toNanos(seconds)), live, table);
            }
            reports.shutdown();
            reports.awaitTermination(10, TimeUnit.SECONDS);
            List<StatementSnapshot> rows = table.list();
            conclusion.table(rows);
            conclusion.transactions(table);
            conclusion.findings(tollbooth.advice(), directory);
            accounted = Tally.of(rows);
        }
        ReportFiles files = new ReportFiles(List.of(directory), new PrintStream(OutputStream.nullOutputStream()));
        conclusion.page(writePage(files));
        return conclusion.check(tally.figures(), accounted, files, String.valueOf(bootId.get()));
    }

    /** Checks that files can be written to the directory, before the workload runs. */
    private void checkWritable() throws IOException {
        try {
            OwnerFiles.createDirectories(directory);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw cannotWrite(new AccessDeniedException(directory.toString()));
        }
    }

    private IOException cannotWrite(IOException cause) {
        return new IOException(
                "cannot write report files: --dir=" + directory + ", cause="
                        + cause.getClass().getSimpleName() + "; give a directory that may be written",
                cause);
    }

    private Map<String, String> settings(String token) {
        Map<String, String> settings = new HashMap<>();
        settings.put("tollbooth.report.dir", directory.toString());
        settings.put("tollbooth.report.interval", "15s");
        if (consolePort != 0) {
            settings.put("tollbooth.console.listen", Integer.toString(consolePort));
            settings.put("tollbooth.console.password", token);
            settings.put("tollbooth.console.allow", "cancel,reset");
        }
        return settings;
    }

    private static List<Thread> start(Tollbooth tollbooth, Shop shop, Tally tally, int threads, long nanos)
            throws SQLException {
        List<Shopper> shoppers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            shoppers.add(new Shopper(tollbooth, shop, tally, i, nanos));
        }
        List<Thread> running = new ArrayList<>();
        for (Shopper shopper : shoppers) {
            Thread thread = new Thread(shopper, "shopper-" + running.size());
            thread.setDaemon(true);
            running.add(thread);
            thread.start();
        }
        return running;
    }

    /** Begins to write a report each second, because the shortest interval of the setting is longer than the demo. */
    private static ScheduledExecutorService report(Tollbooth tollbooth) {
        Reporter reporter = Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .reporter();
        ScheduledExecutorService each = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "demo-reports");
            thread.setDaemon(true);
            return thread;
        });
        ScheduledFuture<?> unused = each.scheduleAtFixedRate(reporter::flush, 1, 1, TimeUnit.SECONDS);
        return each;
    }

    /** Shows the table once per interval until all threads have ended. */
    private static void watch(List<Thread> threads, LiveView live, Statements table) throws InterruptedException {
        long begin = System.nanoTime();
        long next = begin + live.intervalNanos();
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                long wait = next - System.nanoTime();
                if (wait > 0) {
                    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(wait)));
                } else {
                    live.show(table.list(), System.nanoTime() - begin);
                    next += live.intervalNanos();
                }
            }
        }
        live.finish();
    }

    /** Writes a page of the reports; returns its path. */
    private Path writePage(ReportFiles files) throws IOException {
        Path page = directory.resolve("report.html");
        PageModel model = PageModels.of(files, TimeSpan.ALL);
        try (Writer file = OwnerFiles.overwriteText(page)) {
            PageHtml.file(
                    file,
                    model,
                    new PageOptions(null, null, List.of()),
                    Instant.now().getEpochSecond());
        }
        return page;
    }
}
