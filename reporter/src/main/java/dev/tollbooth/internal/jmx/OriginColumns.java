package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BIGINTEGER;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.table.OriginRow;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** Statements by who in the code executes them, as the MBean {@code Statements} shows them. */
final class OriginColumns {

    private final OpenTable<OriginRow> table = table();

    private static OpenTable<OriginRow> table() {
        OpenTable.Builder<OriginRow> table =
                OpenTable.of("Origins", "statements by origin", "schema", "digest", "origin");
        table.column("schema", "SCHEMA_NAME, empty where there is none", STRING, row -> orEmpty(row.schema()))
                .column("digest", "DIGEST, empty for statements without room", STRING, row -> orEmpty(row.digestHex()))
                .column(
                        "origin",
                        "the origin; empty if none was named, (other) for those without room",
                        STRING,
                        row -> orEmpty(row.origin()))
                .column("summary", "the statement's name for people", STRING, OriginRow::summary);
        addFigures(table);
        addRepetitions(table);
        return table.build();
    }

    private static void addFigures(OpenTable.Builder<OriginRow> table) {
        table.column(
                        "COUNT_STAR",
                        "executions, failed ones too",
                        LONG,
                        row -> row.totals().count())
                .column(
                        "SUM_TIMER_WAIT",
                        "latency in all, ps",
                        BIGINTEGER,
                        row -> Picos.ofSum(row.totals().sumNanos()))
                .column(
                        "TOTAL_MS",
                        "latency in all, ms",
                        DOUBLE,
                        row -> Picos.millis(row.totals().sumNanos()))
                .column(
                        "SUM_ERRORS",
                        "executions that failed",
                        LONG,
                        row -> row.totals().errors())
                .column(
                        "SUM_ROWS_SENT",
                        "rows that the application read",
                        LONG,
                        row -> row.totals().rowsRead())
                .column(
                        "SUM_FETCH_WAIT",
                        "time spent reading rows, ps",
                        BIGINTEGER,
                        row -> Picos.ofSum(row.totals().fetchNanos()))
                .column("SUM_RU", "request units", DOUBLE, row -> row.totals().ru());
    }

    private static void addRepetitions(OpenTable.Builder<OriginRow> table) {
        table.column(
                        "MAX_PER_TRANSACTION",
                        "most executions in one transaction, or one scope in autocommit; null where there were neither",
                        INTEGER,
                        OriginColumns::maxPerTransaction)
                .column(
                        "REPEATED_TRANSACTIONS",
                        "transactions that executed it 10 times or more",
                        LONG,
                        row -> row.totals().repeatedTransactions())
                .column(
                        "REPEATED_EXECUTIONS",
                        "executions in those",
                        LONG,
                        row -> row.totals().repeatedExecutions());
    }

    private static @Nullable Integer maxPerTransaction(OriginRow row) {
        int most = row.totals().maxPerTransaction();
        return most == 0 ? null : Integer.valueOf(most);
    }

    private static String orEmpty(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    OpenTable<OriginRow> described() {
        return table;
    }

    /** Returns the {@code limit} rows of the longest latency. */
    TabularData longest(List<OriginRow> rows, int limit) {
        return first(rows, row -> row.totals().sumNanos(), limit);
    }

    /** Returns the {@code limit} rows that are most executed again and again in one transaction. */
    TabularData repeated(List<OriginRow> rows, int limit) {
        return first(
                rows.stream()
                        .filter(row -> row.totals().repeatedTransactions() != 0)
                        .toList(),
                row -> row.totals().repeatedExecutions(),
                limit);
    }

    private TabularData first(List<OriginRow> rows, ToLongFunction<OriginRow> figure, int limit) {
        return table.with(rows.stream()
                .sorted(Comparator.comparingLong(figure).reversed())
                .limit(limit)
                .toList());
    }
}
