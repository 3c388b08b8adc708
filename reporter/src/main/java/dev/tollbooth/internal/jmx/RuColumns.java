package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.ReportContents;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.StatementRecord;
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
        String what = "request units by user, statement and plan";
        return spent(OpenTable.of("Top", what, "user", "sqlDigest", "planDigest", "keyspace", "source"))
                .text("sqlDigest", "digest, empty in others", of(RuSpent.Key::sqlDigest))
                .text(
                        "text",
                        "begin of the normalized text, empty in others and if unknown",
                        of(key -> PrintableText.cut(text.apply(key.sqlDigest()), SHOWN_TEXT)))
                .text("planDigest", "plan, empty if unknown", of(RuSpent.Key::planDigest))
                .text("scope", "statement, user_others or global_others", of(key -> lowerCase(key.scope())))
                .build();
    }

    private static Function<RuSpent, String> of(Function<RuSpent.Key, String> part) {
        return row -> part.apply(row.key());
    }

    static OpenTable<RuSpent> users() {
        return spent(OpenTable.of("Users", "request units by user", "user", "keyspace", "source"))
                .build();
    }

    static OpenTable<RuSpent> origins() {
        String what = "the origin; empty if none was named, (other) for those without room";
        return spent(OpenTable.of(
                        "Origins", "request units by user and origin", "user", "keyspace", "source", "origin"))
                .text("origin", what, of(RuSpent.Key::origin))
                .build();
    }

    /** Adds the columns of every table of request units. */
    private static OpenTable.Builder<RuSpent> spent(OpenTable.Builder<RuSpent> table) {
        return table.text("user", "user; _others_ in the row of all others", of(RuSpent.Key::user))
                .text("keyspace", "the database", of(RuSpent.Key::keyspace))
                .text("source", "the source of the request units", of(RuSpent.Key::source))
                .fraction("ru", Figure.RU.sentence(), row ->
                        (Double) row.figures().get(Figure.RU))
                .whole(
                        "execCount",
                        Figure.COUNT.sentence(),
                        row -> row.figures().count())
                .whole(
                        "execDuration",
                        "execution and fetch, ns",
                        row -> row.figures().nanos())
                .fraction(
                        "execMillis",
                        "the same, ms",
                        row -> OpenTable.millis(row.figures().nanos()))
                .whole("unknownCount", Figure.RU_UNKNOWN.sentence(), RuSpent::unknownCount)
                .whole("offCount", "executions with nothing to read them from", RuSpent::offCount);
    }

    static OpenTable<Map.Entry<DropReason, DropCount>> drops() {
        return OpenTable.<Map.Entry<DropReason, DropCount>>of("Drops", "drops since the instance began", "reason")
                .text("reason", "why", row -> lowerCase(row.getKey()))
                .whole("times", "how often", row -> row.getValue().times())
                .whole("keys", "records or texts", row -> row.getValue().keys())
                .fraction(
                        "ru",
                        "request units; null: unknown, or of several sources",
                        row -> row.getValue().ru())
                .column(
                        "ruSource",
                        "their source, mixed for several, null if none or unknown",
                        STRING,
                        row -> row.getValue().ruSource())
                .whole("execCount", "executions", row -> row.getValue().execCount())
                .whole(
                        "execDuration",
                        "execution and fetch, ns",
                        row -> row.getValue().execDurationNanos())
                .build();
    }

    static OpenTable<Report> reports() {
        return OpenTable.<Report>of("Report", "a report that was made", "sequence")
                .whole("sequence", "1, 2, 3... since the instance began", Report::sequence)
                .moment(
                        "windowStart",
                        "begin of its window",
                        row -> 1_000 * row.window().startEpochSeconds())
                .moment(
                        "windowEnd",
                        "end of its window",
                        row -> 1_000 * row.window().endEpochSeconds())
                .small(
                        "ruRecords",
                        "keys of request units",
                        row -> row.window().ruRecords().size())
                .small(
                        "sqlRecords",
                        "keys of duration",
                        row -> row.window().sqlRecords().size())
                .small(
                        "statementRecords",
                        "statements that counted anything",
                        row -> row.statements().size())
                .fraction("ru", "request units in all; null: unknown, or of several sources", RuColumns::ru)
                .whole(
                        "execCount",
                        "executions in all",
                        row -> ReportContents.spent(row).count())
                .build();
    }

    static OpenTable<PlanChange> planChanges() {
        return OpenTable.<PlanChange>of("PlanChange", "a statement that has another plan", "sqlDigest", "keyspace")
                .text("sqlDigest", "digest", row -> row.sqlDigest().hex())
                .text("keyspace", "the database", PlanChange::keyspace)
                .text("oldPlanDigest", "the plan before", row -> row.before().hex())
                .text("newPlanDigest", "the plan now", row -> row.now().hex())
                .moment("changedAt", "begin of the first item in it", row -> 1_000 * row.atEpochSeconds())
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

    static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
