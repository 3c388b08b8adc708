package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.ReportContents;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.StatementRecord;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of the MBean {@code TopRU} and of its notifications. */
final class RuColumns {

    private RuColumns() {}

    private static final int SHOWN_TEXT = 100;

    /** Returns the table of statements; {@code text} returns a digest's normalized text. */
    static OpenTable<RuSpent> statements(Function<String, String> text) {
        OpenTable.Builder<RuSpent> table = OpenTable.of(
                "Top",
                "request units by user, statement and plan",
                "user",
                "sqlDigest",
                "planDigest",
                "keyspace",
                "source");
        return spent(keys(table, text));
    }

    private static OpenTable.Builder<RuSpent> keys(OpenTable.Builder<RuSpent> table, Function<String, String> text) {
        return table.column("user", "user; _others_ in the row of all others", STRING, of(RuSpent.Key::user))
                .column("sqlDigest", "digest, empty in others", STRING, of(RuSpent.Key::sqlDigest))
                .column(
                        "text",
                        "begin of the normalized text, empty in others and if unknown",
                        STRING,
                        row -> begin(text.apply(row.key().sqlDigest())))
                .column("planDigest", "plan, empty if unknown", STRING, of(RuSpent.Key::planDigest))
                .column("keyspace", "the database", STRING, of(RuSpent.Key::keyspace))
                .column("source", "the source of the request units", STRING, of(RuSpent.Key::source))
                .column(
                        "scope",
                        "statement, user_others or global_others",
                        STRING,
                        row -> lowerCase(row.key().scope()));
    }

    private static Function<RuSpent, String> of(Function<RuSpent.Key, String> part) {
        return row -> part.apply(row.key());
    }

    private static String begin(String text) {
        return text.length() <= SHOWN_TEXT ? text : text.substring(0, SHOWN_TEXT - 1) + "…";
    }

    static OpenTable<RuSpent> users() {
        return spent(user(OpenTable.of("Users", "request units by user", "user", "keyspace", "source")));
    }

    private static OpenTable.Builder<RuSpent> user(OpenTable.Builder<RuSpent> table) {
        return table.column("user", "user; _others_ in the row of all others", STRING, of(RuSpent.Key::user))
                .column("keyspace", "the database", STRING, of(RuSpent.Key::keyspace))
                .column("source", "the source of the request units", STRING, of(RuSpent.Key::source));
    }

    static OpenTable<RuSpent> origins() {
        return spent(user(OpenTable.of(
                        "Origins", "request units by user and origin", "user", "keyspace", "source", "origin"))
                .column(
                        "origin",
                        "the origin; empty if none was named, (other) for those without room",
                        STRING,
                        of(RuSpent.Key::origin)));
    }

    private static OpenTable<RuSpent> spent(OpenTable.Builder<RuSpent> table) {
        return table.column("ru", Figure.RU.sentence(), DOUBLE, row ->
                        (Double) row.figures().get(Figure.RU))
                .column(
                        "execCount",
                        Figure.COUNT.sentence(),
                        LONG,
                        row -> row.figures().count())
                .column(
                        "execDuration",
                        "execution and fetch, ns",
                        LONG,
                        row -> row.figures().nanos())
                .column(
                        "execMillis",
                        "the same, ms",
                        DOUBLE,
                        row -> OpenTable.millis(row.figures().nanos()))
                .column("unknownCount", Figure.RU_UNKNOWN.sentence(), LONG, RuSpent::unknownCount)
                .column("offCount", "executions with nothing to read them from", LONG, RuSpent::offCount)
                .build();
    }

    static OpenTable<Map.Entry<DropReason, DropCount>> drops() {
        return OpenTable.<Map.Entry<DropReason, DropCount>>of("Drops", "drops since the instance began", "reason")
                .column("reason", "why", STRING, row -> lowerCase(row.getKey()))
                .column("times", "how often", LONG, row -> row.getValue().times())
                .column("keys", "records or texts", LONG, row -> row.getValue().keys())
                .column(
                        "ru",
                        "request units; null: unknown, or of several sources",
                        DOUBLE,
                        row -> row.getValue().ru())
                .column(
                        "ruSource",
                        "their source, mixed for several, null if none or unknown",
                        STRING,
                        row -> row.getValue().ruSource())
                .column("execCount", "executions", LONG, row -> row.getValue().execCount())
                .column(
                        "execDuration",
                        "execution and fetch, ns",
                        LONG,
                        row -> row.getValue().execDurationNanos())
                .build();
    }

    static OpenTable<Report> reports() {
        return OpenTable.<Report>of("Report", "a report that was made", "sequence")
                .column("sequence", "1, 2, 3... since the instance began", LONG, Report::sequence)
                .column(
                        "windowStart",
                        "begin of its window",
                        DATE,
                        row -> date(row.window().startEpochSeconds()))
                .column(
                        "windowEnd",
                        "end of its window",
                        DATE,
                        row -> date(row.window().endEpochSeconds()))
                .column(
                        "ruRecords",
                        "keys of request units",
                        INTEGER,
                        row -> row.window().ruRecords().size())
                .column(
                        "sqlRecords",
                        "keys of duration",
                        INTEGER,
                        row -> row.window().sqlRecords().size())
                .column(
                        "statementRecords",
                        "statements that counted anything",
                        INTEGER,
                        row -> row.statements().size())
                .column("ru", "request units in all; null: unknown, or of several sources", DOUBLE, RuColumns::ru)
                .column(
                        "execCount",
                        "executions in all",
                        LONG,
                        row -> ReportContents.spent(row).count())
                .build();
    }

    static OpenTable<PlanChange> planChanges() {
        return OpenTable.<PlanChange>of("PlanChange", "a statement that has another plan", "sqlDigest", "keyspace")
                .column("sqlDigest", "digest", STRING, row -> row.sqlDigest().hex())
                .column("keyspace", "the database", STRING, PlanChange::keyspace)
                .column(
                        "oldPlanDigest",
                        "the plan before",
                        STRING,
                        row -> row.before().hex())
                .column(
                        "newPlanDigest",
                        "the plan now",
                        STRING,
                        row -> row.now().hex())
                .column("changedAt", "begin of the first item in it", DATE, row -> date(row.atEpochSeconds()))
                .build();
    }

    /**
     * Returns the request units of a report; null if they are unknown or have several sources. A report without records
     * has 0, unless its statements' request units are unknown.
     */
    private static @Nullable Double ru(Report report) {
        Figures spent = ReportContents.spent(report);
        if (spent != Figures.NONE) {
            return (Double) spent.get(Figure.RU);
        }
        StatementRecord all = report.global();
        return all != null && all.ruSource() == null ? null : Double.valueOf(0);
    }

    private static Date date(long epochSeconds) {
        return Date.from(Instant.ofEpochSecond(epochSeconds));
    }

    static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
