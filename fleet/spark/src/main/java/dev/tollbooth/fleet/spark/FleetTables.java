package dev.tollbooth.fleet.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The tables of {@code tollbooth export} as views of a Spark session, and the views of {@code views.sql} over them.
 *
 * <p>Not thread-safe.
 */
public final class FleetTables {

    private static final String SENDER =
            "window_start TIMESTAMP_NTZ, window_end TIMESTAMP_NTZ, service STRING, `version` STRING, environment STRING,"
                    + " instance STRING, ";
    private static final String IDENTITY = ", boot_id STRING, sequence BIGINT, `day` DATE, `hour` INT";

    /**
     * The columns of figures of a statement. A roll-up keeps the greatest value of a column that begins with {@code
     * max_}, and adds up all others.
     */
    private static final List<String> STATEMENT_FIGURES =
            List.of(("executions errors rows_affected rows_read latency_ns max_latency_ns fetch_ns warnings "
                            + "client_bytes max_per_transaction repeated_transactions repeated_executions rows_unknown")
                    .split(" ", -1));

    private static final List<String> ORIGIN_FIGURES =
            List.of(("executions errors rows_read latency_ns fetch_ns max_per_transaction repeated_transactions "
                            + "repeated_executions")
                    .split(" ", -1));

    private static final String RU = "ru DOUBLE, ru_source STRING";

    /** The tables and columns that {@code tollbooth export} writes. */
    private static final Map<String, String> COLUMNS = Map.of(
            "reports",
            SENDER + "`name` STRING, host STRING, process BIGINT, attributes MAP<STRING, STRING>" + IDENTITY,
            "statements",
            SENDER + "`schema` STRING, digest STRING, " + declared(STATEMENT_FIGURES) + RU
                    + ", bucket_id ARRAY<SMALLINT>, bucket_count ARRAY<BIGINT>" + IDENTITY,
            "spending",
            SENDER + "keyspace STRING, scope STRING, `user` STRING, digest STRING, plan STRING, executions BIGINT,"
                    + " `unknown` BIGINT, latency_ns BIGINT, ru DOUBLE, ru_source STRING" + IDENTITY,
            "origins",
            SENDER + "`schema` STRING, digest STRING, origin STRING, " + declared(ORIGIN_FIGURES) + RU + IDENTITY,
            "spending_origins",
            SENDER + "keyspace STRING, scope STRING, `user` STRING, digest STRING, plan STRING, origin STRING,"
                    + " executions BIGINT, `unknown` BIGINT, latency_ns BIGINT, ru DOUBLE, ru_source STRING" + IDENTITY,
            "texts",
            "digest STRING, `text` STRING, summary STRING, `system` STRING",
            "plans",
            "digest STRING, `text` STRING",
            "buckets",
            "bucket_id SMALLINT, low_picos DECIMAL(20, 0), high_picos DECIMAL(20, 0), high_nanos BIGINT");

    private final SparkSession session;
    private final List<String> roots;

    /**
     * Registers the tables of all directories, such as one for each region. A report in several of them counts once. If
     * the first directory has no table of reports, all directories are taken as roll-ups, and their rows are used as
     * they are.
     *
     * @param session the session, whose time zone has to be UTC, as in the tables
     * @param roots directories in any file system of the cluster, at least one
     */
    public FleetTables(SparkSession session, List<String> roots) {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException(
                    "no directory: --from is missing; give the directory that tollbooth export wrote");
        }
        this.session = session;
        this.roots = List.copyOf(roots);
        if (has("reports")) {
            read("reports").createOrReplaceTempView("read_reports");
            session.sql("SELECT boot_id, sequence, min(root) AS root FROM read_reports GROUP BY boot_id, sequence")
                    .createOrReplaceTempView("known_reports");
            List.of("reports", "statements", "spending", "origins", "spending_origins")
                    .forEach(this::registerOnce);
        } else { // a roll-up has no table of reports
            read("statements").createOrReplaceTempView("statements");
            read("origins").createOrReplaceTempView("origins");
            session.sql("SELECT DISTINCT window_start, window_end, service, `version`, environment, instance, boot_id,"
                            + " sequence FROM statements")
                    .createOrReplaceTempView("reports");
        }
        registerTexts();
        createViews();
    }

    /**
     * Registers a table without duplicate reports. If several directories have the same report, only the rows of the
     * first of them are used.
     */
    private void registerOnce(String table) {
        Dataset<Row> rows = read(table);
        Dataset<Row> once = roots.size() == 1
                ? rows
                : rows.join(session.table("known_reports"), new String[] {"boot_id", "sequence", "root"}, "leftsemi");
        once.createOrReplaceTempView(table);
    }

    private void registerTexts() {
        registerByDigest("texts", "max(`text`) AS `text`, max(summary) AS summary, max(`system`) AS `system`");
        registerByDigest("plans", "max(`text`) AS `text`");
        one("buckets", 0).createOrReplaceTempView("buckets");
    }

    private void registerByDigest(String table, String columns) {
        read(table).createOrReplaceTempView("told_" + table);
        session.sql("SELECT digest, " + columns + " FROM told_" + table + " GROUP BY digest")
                .createOrReplaceTempView(table);
    }

    private boolean has(String table) {
        return has(0, table);
    }

    private boolean has(int root, String table) {
        Path folder = new Path(roots.get(root), table);
        try {
            return folder.getFileSystem(session.sparkContext().hadoopConfiguration())
                    .exists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the rows of a table in all directories, with the directory's index in {@code roots} as the column
     * {@code root}.
     */
    private Dataset<Row> read(String table) {
        Dataset<Row> all = one(table, 0);
        for (int root = 1; root < roots.size(); root++) {
            all = all.unionByName(one(table, root));
        }
        return all;
    }

    /**
     * Returns the rows of a table of one directory, read with a fixed schema; no rows if the table is missing. Spark
     * would need a job for each table to infer the schema, and could miss columns that only some files have.
     */
    private Dataset<Row> one(String table, int root) {
        StructType columns = StructType.fromDDL(COLUMNS.get(table));
        Dataset<Row> rows = has(root, table)
                ? session.read().schema(columns).parquet(roots.get(root) + "/" + table)
                : session.createDataFrame(List.of(), columns);
        return rows.withColumn("root", functions.lit(root));
    }

    private void createViews() {
        for (String statement : text("views.sql").split(";\\s*\\n")) {
            if (statement.contains("CREATE")) {
                session.sql(statement);
            }
        }
    }

    /**
     * Returns the rows of the table {@code statements}, added up by hour or day, with the columns of that table.
     *
     * @param daily whether to add up by day instead of by hour
     */
    public Dataset<Row> rollUp(boolean daily) {
        return rollUp("rollup.sql", daily);
    }

    private Dataset<Row> rollUp(String resource, boolean daily) {
        return session.sql(text(resource)
                .replace("{PERIOD}", daily ? "DAY" : "HOUR")
                .replace("{STATEMENT_FIGURES}", String.join(", ", STATEMENT_FIGURES))
                .replace("{STATEMENT_SUMS}", sums(STATEMENT_FIGURES))
                .replace("{ORIGIN_SUMS}", sums(ORIGIN_FIGURES)));
    }

    private static String declared(List<String> figures) {
        return figures.stream().map(figure -> figure + " BIGINT, ").collect(Collectors.joining());
    }

    private static String sums(List<String> figures) {
        return figures.stream().map(FleetTables::sum).collect(Collectors.joining(", "));
    }

    /**
     * Returns the SQL that adds up a figure. The sum of {@code rows_affected} is null instead of 0 if some executions
     * changed an unknown number of rows.
     */
    private static String sum(String figure) {
        String sum = figure.startsWith("max_") ? "max(" + figure + ")" : "sum(" + figure + ")";
        return (figure.equals("rows_affected")
                        ? "CASE WHEN coalesce(" + sum + ", 0L) = 0 AND sum(rows_unknown) > 0 THEN NULL ELSE " + sum
                                + " END"
                        : sum)
                + " AS " + figure;
    }

    /**
     * Writes a roll-up of statements and origins, with all texts, plans and buckets. Existing days and hours are
     * replaced, so a roll-up can be repeated after late reports.
     *
     * @param daily whether to add up by day instead of by hour
     * @param to the directory for the tables
     */
    public void writeRollUp(boolean daily, String to) {
        // texts and bounds first, so that no reader finds rows without them
        for (String table : List.of("texts", "plans", "buckets")) {
            session.table(table)
                    .drop("root")
                    .coalesce(1)
                    .write()
                    .mode("overwrite")
                    .parquet(to + "/" + table);
        }
        write(rollUp("rollup-origins.sql", daily), to + "/origins");
        write(rollUp(daily), to + "/statements");
    }

    private static void write(Dataset<Row> rolledUp, String folder) {
        rolledUp.repartition(functions.col("day"), functions.col("hour"))
                .sortWithinPartitions("day", "hour", "service", "digest")
                .write()
                .option("compression", "zstd")
                .option("partitionOverwriteMode", "dynamic")
                .mode("overwrite")
                .partitionBy("day", "hour")
                .parquet(folder);
    }

    private static String text(String resource) {
        try (InputStream in = FleetTables.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: resource=" + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("not readable: resource=" + resource, e);
        }
    }
}
