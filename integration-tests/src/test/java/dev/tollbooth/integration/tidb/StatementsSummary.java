package dev.tollbooth.integration.tidb;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Normalizer;
import dev.tollbooth.statement.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The table {@code information_schema.statements_summary} of the replacement for TiDB: a table of the database behind,
 * with the last plan of each digest.
 *
 * <p>Plans are invented in the form of TiDB, with constants, row counts and times like TiDB's own. Digests are
 * Tollbooth's; other tests compare them with TiDB's.
 *
 * <p>Thread-safe.
 */
final class StatementsSummary {
    private static final String TABLE = "statements_summary_kept";

    private final Normalizer normalizer = Tollbooth.normalizer(SqlDialect.TIDB);
    private final Connection behind; // guarded by this

    StatementsSummary(Connection behind) throws SQLException {
        this.behind = behind;
        try (Statement statement = behind.createStatement()) {
            statement.execute("CREATE TABLE " + TABLE + " (SCHEMA_NAME VARCHAR(64), DIGEST VARCHAR(64) PRIMARY KEY,"
                    + " DIGEST_TEXT VARCHAR, PLAN_DIGEST VARCHAR(64), PLAN VARCHAR, LAST_SEEN TIMESTAMP(6))");
        }
    }

    /** Returns the statement with the table's name in the database behind. */
    static String redirected(String sql) {
        return sql.replaceAll("(?i)\\binformation_schema\\s*\\.\\s*`?statements_summary`?", TABLE);
    }

    /** Adds an execution. */
    synchronized void executed(String sql, String schema) throws SQLException {
        Digest digest = normalizer.digest(sql);
        String operators = operators(sql);
        try (PreparedStatement merge = behind.prepareStatement(
                "MERGE INTO " + TABLE + " KEY (DIGEST) VALUES" + " (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)")) {
            merge.setString(1, schema);
            merge.setString(2, digest.hex());
            merge.setString(3, digest.text());
            merge.setString(
                    4, operators.isEmpty() ? "" : Plan.of(operators).digest().hex());
            merge.setString(5, operators.isEmpty() ? "" : shown(operators));
            merge.executeUpdate();
        }
    }

    /** Returns the operators of a statement's plan, one a line: name, task, what is accessed. */
    private static String operators(String sql) {
        String table = switch (StatementText.firstWord(sql)) {
            case "SELECT", "DELETE" -> StatementText.wordAfter(sql, "FROM");
            case "UPDATE" -> StatementText.wordAfter(sql, "UPDATE");
            case "INSERT", "REPLACE" -> "";
            default -> "";
        };
        if (table.isEmpty()) {
            return "";
        }
        boolean byKey = !StatementText.wordAfter(sql, "id").isEmpty() && sql.contains("WHERE id =");
        return byKey
                ? "Point_Get\troot\ttable:" + table
                : "TableReader\troot\t\n└─Selection\tcop[tikv]\t\n  └─TableFullScan\tcop[tikv]\ttable:" + table;
    }

    /** Dresses operators up as TiDB shows them: numbered, with estimates, constants, row counts and times. */
    private static String shown(String operators) {
        StringBuilder plan = new StringBuilder(
                "\tid                 \ttask     \testRows\toperator info\tactRows\texecution info\tmemory\tdisk");
        int number = 7;
        for (String line : operators.split("\n", -1)) {
            String[] parts = line.split("\t", -1);
            String info = parts[0].endsWith("Get")
                    ? parts[2] + ", handle:4711"
                    : parts[2].isEmpty() ? "gt(shop.t.id, 4711)" : parts[2] + ", keep order:false, stats:pseudo";
            plan.append("\n\t")
                    .append(parts[0])
                    .append('_')
                    .append(number--)
                    .append("  \t")
                    .append(parts[1]);
            plan.append("\t3333.33\t").append(info).append("\t3\ttime:1.2ms, loops:2, RU:0.5\t285 Bytes\tN/A");
        }
        return plan.toString();
    }
}
