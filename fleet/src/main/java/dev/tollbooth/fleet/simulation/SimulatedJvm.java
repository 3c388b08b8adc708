package dev.tollbooth.fleet.simulation;

import dev.tollbooth.fleet.simulation.SimulatedService.SimulatedStatement;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDelta.Named;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A process of the simulated fleet. It chooses the latency of each execution at random, and counts executions as the
 * driver does.
 *
 * <p>Not thread-safe.
 */
final class SimulatedJvm {

    private static final int WINDOW_SECONDS = 60;
    private static final String KEYSPACE = "PostgreSQL/shop";
    private static final String[] USERS = {"acme", "bluebird", "cedar"};
    /** The cumulative shares of the users, in percent of the executions. */
    private static final int[] USERS_UP_TO = {70, 95, 100};

    private static final double SLOWER_BY = 1.8;
    private static final TextMeta NO_PLAN = new TextMeta(KEYSPACE, Sha256.NONE, "");
    private static final TextMeta FAST_PLAN = plan("Index Scan using checkout_invoices_pkey on checkout_invoices");
    private static final TextMeta SLOW_PLAN = plan("Seq Scan on checkout_invoices");

    private final Simulation shape;
    private final int number;
    private final SimulatedService service;
    private final boolean newer;
    private final double hostFactor;
    private final String bootId;
    private final long[] counts = new long[LatencyBuckets.COUNT];

    SimulatedJvm(Simulation shape, int number, SimulatedService service) {
        this.shape = shape;
        this.number = number;
        this.service = service;
        this.newer = service.regression() >= 0 && number % 2 == 1;
        SplittableRandom random = random(-1);
        this.hostFactor = Math.exp(random.nextGaussian() * 0.1);
        this.bootId = new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /**
     * Returns the random numbers of one window. The seed is hashed, because generators with close seeds run through the
     * same numbers.
     */
    private SplittableRandom random(int window) {
        long seedOfJvm = hash(shape.seed() + number * 1_000_003L);
        return new SplittableRandom(hash(seedOfJvm + window));
    }

    private static long hash(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    ReportResource resource() {
        return new ReportResource(
                service.name(),
                newer ? "1.43.0" : "1.42.0",
                "production",
                "default",
                String.format(Locale.ROOT, "node-%04d", number / 20),
                1_000 + number % 20,
                Map.of(
                        ReportResource.INSTANCE_ID,
                        String.format(Locale.ROOT, "%s-%05d", service.name(), number),
                        "cloud.region",
                        number % 3 == 0 ? "eu-2" : "eu-1"));
    }

    /** Returns the report of a window, counted from 0. */
    Report report(int window) {
        SplittableRandom random = random(window);
        long start = shape.start().getEpochSecond() + (long) window * WINDOW_SECONDS;
        List<StatementRecord> rows = new ArrayList<>();
        List<RuRecord> spent = new ArrayList<>();
        List<TextMeta> texts = new ArrayList<>();
        for (int i = 0; i < service.statements().size(); i++) {
            SimulatedStatement statement = service.statements().get(i);
            long executions = poisson(random, statement.perWindow());
            if (executions > 0) {
                boolean slower = newer && i == service.regression();
                StatementRecord row = SimulatedOrigins.apart(
                        row(statement, executions, slower ? SLOWER_BY : 1, random), service.name(), i);
                rows.add(row);
                texts.add(new TextMeta(KEYSPACE, statement.digest(), statement.text()));
                boolean planned = i == service.regression();
                addSpent(spent, row, planned ? plan() : NO_PLAN, start, i % 3 == 0 ? USERS.length : 1);
            }
        }
        Window reported = new Window(start, start + WINDOW_SECONDS, WINDOW_SECONDS, spent, List.of());
        return new Report("default", bootId, window + 1L, reported, texts, plans(), rows, null, Map.of(), List.of());
    }

    private StatementRecord row(SimulatedStatement statement, long executions, double factor, SplittableRandom random) {
        Arrays.fill(counts, 0);
        long sum = 0;
        long most = 0;
        double median = statement.medianNanos() * hostFactor * factor;
        for (long i = 0; i < executions; i++) {
            long nanos = (long) (median * Math.exp(random.nextGaussian() * statement.spread()));
            counts[LatencyBuckets.index(nanos)]++;
            sum += nanos;
            most = Math.max(most, nanos);
        }
        long errors = Math.min(poisson(random, executions * 0.0005), executions);
        double ru = executions * statement.ruOfOne();
        Figures figures = Figures.builder()
                .set(Figure.COUNT, executions)
                .set(Figure.ERRORS, errors)
                .set(Figure.ROWS_CHANGED, 0)
                .set(Figure.ROWS_READ, executions * 3)
                .set(Figure.TIME, sum)
                .set(Figure.MAX, most)
                .set(Figure.FETCH, sum / 20)
                .set(Figure.ALLOCATED, executions * 2_048)
                .set(Figure.MAX_ALLOCATED, 4_096)
                .histogram(HistogramSnapshot.of(0, counts))
                .ru(Figure.ESTIMATE, ru)
                .build();
        Named named = new Named("shop", statement.digest(), "", statement.summary());
        return StatementDelta.record(named, "", figures, List.of(), terms(ru));
    }

    /** Returns terms of request units, so that a file is as large as with real ones. */
    private static List<RuTerm> terms(double ru) {
        return List.of(
                new RuTerm("statements", "estimate", 0.2 * ru / 0.475, 0.475),
                new RuTerm("bytes read by getters", "estimate", 0.3 * ru * 65_536, 1 / 65_536.0),
                new RuTerm("ms of execution and fetch on the client", "estimate", 0.5 * ru * 3, 1 / 3.0));
    }

    /** Returns the plan of the statement with the regression; the newer version has the slower plan. */
    private TextMeta plan() {
        return newer ? SLOW_PLAN : FAST_PLAN;
    }

    private List<TextMeta> plans() {
        return service.regression() < 0 ? List.of() : List.of(plan());
    }

    private static TextMeta plan(String text) {
        return new TextMeta(KEYSPACE, Sha256.ofText(text), text);
    }

    /** Adds the request units of a statement by user, and in the service with the regression also by origin. */
    private void addSpent(List<RuRecord> spent, StatementRecord row, TextMeta plan, long start, int users) {
        long before = 0;
        for (int user = 0; user < users; user++) {
            long upTo = user == users - 1 ? row.execCount() : row.execCount() * USERS_UP_TO[user] / 100;
            long own = upTo - before;
            before = upTo;
            if (own > 0) {
                double ru = row.totalRu() * own / row.execCount();
                long nanos = row.sumLatencyNanos() / row.execCount() * own;
                RuItem item = new RuItem(start, ru, own, nanos, 0, 0);
                spent.add(new RuRecord(
                        RecordScope.STATEMENT,
                        KEYSPACE,
                        "estimate",
                        USERS[user],
                        row.digest(),
                        plan.digest(),
                        List.of(service.regression() < 0 ? item : SimulatedOrigins.apart(item, row))));
            }
        }
    }

    private static long poisson(SplittableRandom random, double mean) {
        if (mean > 30) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double limit = Math.exp(-mean);
        long events = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            events++;
        }
        return events;
    }
}
