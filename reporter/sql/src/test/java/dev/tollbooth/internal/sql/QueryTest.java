package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.MICROS;
import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares conditions, orders and joins in SQL with the same on a list in memory. */
class QueryTest {

    private static final String SUMMARY = "performance_schema.events_statements_summary_by_digest";
    private static final String BY_DIGEST = "performance_schema.events_statements_histogram_by_digest";
    private static final String GLOBAL = "performance_schema.events_statements_histogram_global";
    private static final long SEED = 20_261_121;

    private record Bucket(@Nullable String schema, @Nullable String digest, int number, long count) {
        @Override
        public String toString() {
            return schema + "|" + digest + "|" + number + "|" + count;
        }
    }

    private record Condition(String sql, List<Object> parameters, Predicate<Bucket> model) {}

    private final Random random = new Random(SEED);
    private Accounts accounts;
    private Connection connection;
    private List<String> digests;

    @BeforeEach
    void open() throws SQLException {
        accounts = new Accounts(10);
        connection = accounts.database.connect();
        for (int i = 0; i < 400; i++) {
            String schema = List.of("a", "b", "").get(random.nextInt(3));
            accounts.execute(
                    schema.isEmpty() ? null : schema,
                    "select " + random.nextInt(5),
                    MICROS * (1L << random.nextInt(20)));
        }
        digests = accounts.statements.list().stream()
                .map(StatementSnapshot::digestHex)
                .map(hex -> hex == null ? "none" : hex)
                .toList();
        assertThat(accounts.statements.lost()).as("rows of the NULL digest").isPositive();
    }

    @AfterEach
    void close() throws SQLException {
        accounts.close();
    }

    private List<Bucket> all() {
        List<Bucket> all = new ArrayList<>();
        for (StatementSnapshot row : accounts.statements.list()) {
            for (int i = 0; i < LatencyBuckets.COUNT; i++) {
                all.add(new Bucket(
                        row.schema(), row.digestHex(), i, row.histogram().count(i)));
            }
        }
        return all;
    }

    private String anyDigest() {
        return digests.get(random.nextInt(digests.size()));
    }

    private Condition condition() {
        String one = anyDigest();
        String two = anyDigest();
        int low = random.nextInt(LatencyBuckets.COUNT);
        int high = low + random.nextInt(60);
        return switch (random.nextInt(12)) {
            case 0 -> new Condition("digest = ?", List.of(one), row -> one.equals(row.digest));
            case 1 ->
                new Condition(
                        "digest IN (?, ?)", List.of(one, two), row -> one.equals(row.digest) || two.equals(row.digest));
            case 2 ->
                new Condition("digest > ?", List.of(one), row -> row.digest != null && row.digest.compareTo(one) > 0);
            case 3 ->
                new Condition("digest <= ?", List.of(one), row -> row.digest != null && row.digest.compareTo(one) <= 0);
            case 4 -> new Condition("digest IS NULL", List.of(), row -> row.digest == null);
            case 5 -> new Condition("schema_name = ?", List.of("a"), row -> "a".equals(row.schema));
            case 6 -> new Condition("schema_name IS NULL", List.of(), row -> row.schema == null);
            case 7 -> new Condition("schema_name IS NOT NULL", List.of(), row -> row.schema != null);
            case 8 ->
                new Condition(
                        "bucket_number BETWEEN ? AND ?",
                        List.of(low, high),
                        row -> row.number >= low && row.number <= high);
            case 9 -> new Condition("count_bucket > 0", List.of(), row -> row.count > 0);
            case 10 -> new Condition("digest = UPPER(?)", List.of(one + "a"), row -> false);
            default -> new Condition("bucket_number = ?", List.of(low), row -> row.number == low);
        };
    }

    @Test
    void select_withAnyConditions_givesTheRowsOfTheModelInItsOrder() throws SQLException {
        for (int i = 0; i < 200; i++) {
            Condition one = condition();
            Condition two = condition();
            List<Object> parameters = new ArrayList<>(one.parameters);
            parameters.addAll(two.parameters);
            boolean or = random.nextInt(4) == 0;
            boolean descending = random.nextBoolean();
            String sql = "SELECT schema_name, digest, bucket_number, count_bucket FROM " + BY_DIGEST + " WHERE "
                    + one.sql + (or ? " OR " : " AND ") + two.sql + " ORDER BY digest" + (descending ? " DESC" : "")
                    + ", schema_name, bucket_number DESC";
            Comparator<String> text = Comparator.nullsLast(Comparator.naturalOrder());
            Comparator<Bucket> byDigest = Comparator.comparing(Bucket::digest, text);
            List<String> expected = all().stream()
                    .filter(or ? one.model.or(two.model) : one.model.and(two.model))
                    .sorted((descending ? byDigest.reversed() : byDigest)
                            .thenComparing(Bucket::schema, text)
                            .thenComparing(Comparator.comparing(Bucket::number).reversed()))
                    .map(Bucket::toString)
                    .toList();
            assertThat(query(connection, sql, parameters.toArray()))
                    .as("seed=%d, round=%d, %s, %s", SEED, i, sql, parameters)
                    .isEqualTo(expected);
        }
    }

    @Test
    void join_ofSummaryAndHistogram_addsUpToTheCounts() throws SQLException {
        List<String> expected = accounts.statements.list().stream()
                .filter(row -> row.schema() != null)
                .sorted(Comparator.comparing(StatementSnapshot::schema).thenComparing(StatementSnapshot::digestText))
                .map(row -> row.schema() + "|" + row.digestText() + "|" + row.count() + "|" + row.count() + "|450")
                .toList();
        String columns = "SELECT s.schema_name, s.digest_text, s.count_star, sum(h.count_bucket), count(*) FROM ";
        String tail = " ON h.schema_name = s.schema_name AND h.digest = s.digest WHERE s.schema_name IS NOT NULL"
                + " GROUP BY s.schema_name, s.digest_text, s.count_star ORDER BY 1, 2";
        assertThat(query(connection, columns + SUMMARY + " s JOIN " + BY_DIGEST + " h" + tail))
                .isEqualTo(expected);
        assertThat(query(connection, columns + BY_DIGEST + " h JOIN " + SUMMARY + " s" + tail))
                .isEqualTo(expected);
        assertThat(query(connection, columns + SUMMARY + " s LEFT JOIN " + BY_DIGEST + " h" + tail))
                .isEqualTo(expected);
    }

    @Test
    void join_ofTheGlobalHistogramAndAllOthers_givesEqualSums() throws SQLException {
        assertThat(query(
                        connection,
                        "SELECT g.bucket_number, g.count_bucket, sum(h.count_bucket) FROM " + GLOBAL + " g JOIN "
                                + BY_DIGEST + " h ON h.bucket_number = g.bucket_number"
                                + " GROUP BY g.bucket_number, g.count_bucket"
                                + " HAVING g.count_bucket <> sum(h.count_bucket)"))
                .isEmpty();
    }

    @Test
    void extremes_ofAColumn_areNotTakenFromAnEndOfAnIndex() throws SQLException {
        assertThat(query(connection, "SELECT min(digest), max(digest) FROM " + SUMMARY))
                .containsExactly(
                        digests.stream()
                                        .filter(hex -> !hex.equals("none"))
                                        .min(Comparator.naturalOrder())
                                        .get() + "|"
                                + digests.stream()
                                        .filter(hex -> !hex.equals("none"))
                                        .max(Comparator.naturalOrder())
                                        .get());
    }

    /** Tests the number of rows that H2 reads: 450 for a digest in one schema, however many statements there are. */
    @Test
    void lookup_bySchemaAndDigest_readsOneHistogram() throws SQLException {
        StatementSnapshot row = accounts.statements.list().stream()
                .filter(any -> "a".equals(any.schema()))
                .findFirst()
                .orElseThrow();
        String plan = String.join(
                "\n",
                query(
                        connection,
                        "EXPLAIN ANALYZE SELECT * FROM " + BY_DIGEST + " WHERE schema_name = ? AND digest = ?",
                        row.schema(),
                        row.digestHex()));
        assertThat(plan).contains("lookup by schema_name, digest").contains("scanCount: 451");
        long schemas = accounts.statements.list().stream()
                .filter(any -> row.digest().equals(any.digest()))
                .count();
        plan = String.join(
                "\n",
                query(connection, "EXPLAIN ANALYZE SELECT * FROM " + BY_DIGEST + " WHERE digest = ?", row.digestHex()));
        assertThat(plan).contains("lookup by digest").contains("scanCount: " + (450 * schemas + 1));
    }

    @Test
    void preparedQuery_executedAgainAfterAnExecution_seesIt() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT sum(count_star) FROM " + SUMMARY)) {
            for (int expected = 400; expected < 403; expected++) {
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    assertThat(result.getLong(1)).isEqualTo(expected);
                }
                accounts.execute("a", "select 1", MICROS);
            }
        }
    }
}
