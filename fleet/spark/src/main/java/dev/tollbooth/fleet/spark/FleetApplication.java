package dev.tollbooth.fleet.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The application for {@code spark-submit} over the tables of {@code tollbooth export}. Its commands are {@code top},
 * {@code services}, {@code sql QUERY}, {@code rollup-hourly} and {@code rollup-daily}.
 */
public final class FleetApplication {

    private static final String USAGE = "usage: (top [--by COLUMN] [--limit N] | services | sql QUERY"
            + " | rollup-hourly --to DIR | rollup-daily --to DIR) --from DIR [--from DIR...]";

    private static final Set<String> ORDERS = Set.of(
            "ru", "executions", "latency_ns", "p50_nanos", "p95_nanos", "p99_nanos", "p999_nanos", "errors", "rows");
    private static final int ALL = 100_000;

    private final List<String> from = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private String to = "";
    private String by = "latency_ns";
    private int limit = 20;

    private FleetApplication(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean last = i == arguments.length - 1;
            if (!arguments[i].startsWith("--")) {
                words.add(arguments[i]);
            } else if (last) {
                throw new IllegalArgumentException("no value: " + arguments[i] + "; " + USAGE);
            } else {
                set(arguments[i], arguments[++i]);
            }
        }
        if (words.isEmpty() || from.isEmpty() || !ORDERS.contains(by)) {
            throw new IllegalArgumentException(
                    "bad usage: --from is missing, or --by is none of " + ORDERS + "; " + USAGE);
        }
    }

    private void set(String option, String value) {
        switch (option) {
            case "--from" -> from.add(value);
            case "--to" -> to = value;
            case "--by" -> by = value;
            case "--limit" -> limit = Integer.parseInt(value);
            default -> throw new IllegalArgumentException("unknown option: " + option + "; " + USAGE);
        }
    }

    /** Runs one command in the session of {@code spark-submit}, and stops the session. */
    public static void main(String[] arguments) {
        FleetApplication application = new FleetApplication(arguments);
        SparkSession session = SparkSession.builder()
                .appName("tollbooth-fleet")
                .config("spark.sql.session.timeZone", "UTC")
                .config(ownersAlone(new SparkConf()))
                .getOrCreate();
        try {
            fitShuffles(session);
            long start = System.nanoTime();
            FleetTables tables = new FleetTables(session, application.from);
            long asked = System.nanoTime();
            application.run(session, tables);
            System.err.println("tollbooth: " + application.words.get(0) + " took milliseconds="
                    + millis(System.nanoTime() - asked) + ", to find the tables before that milliseconds="
                    + millis(asked - start));
        } finally {
            session.stop();
        }
    }

    /** Makes files that Spark creates readable by their owner only, unless configured otherwise. */
    static SparkConf ownersAlone(SparkConf given) {
        return given.setIfMissing("spark.hadoop.fs.permissions.umask-mode", "077");
    }

    /**
     * Sets the number of shuffle partitions to twice the default parallelism, unless configured. Spark's default of 200
     * is too many, because only sums are shuffled.
     */
    private static void fitShuffles(SparkSession session) {
        String setting = "spark.sql.shuffle.partitions";
        if (!session.sparkContext().getConf().contains(setting)) {
            session.conf().set(setting, 2L * session.sparkContext().defaultParallelism());
        }
    }

    /** Runs one command in the caller's session, which stays open. */
    static void run(SparkSession session, String... arguments) {
        FleetApplication application = new FleetApplication(arguments);
        application.run(session, new FleetTables(session, application.from));
    }

    private static long millis(long nanos) {
        return nanos / 1_000_000;
    }

    private void run(SparkSession session, FleetTables tables) {
        switch (words.get(0)) {
            case "top" ->
                show(session.sql("SELECT * FROM fleet_top ORDER BY `" + by + "` DESC, service, digest LIMIT " + limit));
            case "services" ->
                show(session.sql("SELECT * FROM fleet_services ORDER BY service, `version`, environment"));
            case "sql" -> show(session.sql(String.join(" ", words.subList(1, words.size()))));
            case "rollup-hourly" -> tables.writeRollUp(false, target());
            case "rollup-daily" -> tables.writeRollUp(true, target());
            default -> throw new IllegalArgumentException("unknown verb: " + words.get(0) + "; " + USAGE);
        }
    }

    private String target() {
        if (to.isEmpty() || from.contains(to)) {
            throw new IllegalArgumentException(
                    "bad target: --to=" + to + ", give a directory that is not read; " + USAGE);
        }
        return to;
    }

    private static void show(Dataset<Row> rows) {
        rows.show(ALL, false);
    }
}
