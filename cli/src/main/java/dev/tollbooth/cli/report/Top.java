package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The top statements, users, senders or origins of reports.
 *
 * <p>Each method gets {@code reports}, which passes each report once, with the number of reports that it is the sum of.
 *
 * @param order the order; null for the default: origins if the filter has an origin, else request units or time
 * @param filter the filter of rows
 * @param range the range of time
 * @param byService whether services are separated in all rows
 * @param limit the maximum number of rows
 */
public record Top(@Nullable TopOrder order, TopFilter filter, TimeSpan range, boolean byService, int limit) {

    /** The shown tables: one for each source of request units, or a single one with an empty key. */
    private record Shown(ReportedAccounts accounts, TopOrder order, Map<String, Listing> tables) {}

    private Shown read(Consumer<ObjLongConsumer<Report>> reports) {
        check();
        ReportedAccounts accounts = new ReportedAccounts(filter, range, byService);
        reports.accept(accounts::add);
        TopOrder by = order != null ? order : isOfOrigins() ? TopOrder.ORIGIN : usual(accounts);
        TopTables tables = new TopTables(accounts, by, filter, byService, limit);
        if (isOfSpentOrigins()) {
            if (!accounts.areOriginsTold()) {
                throw new IllegalArgumentException(
                        "not known by user and origin in these reports: leave out --user and --source,"
                                + " or have them written with tollbooth.topru.by-origin=on");
            }
            return new Shown(accounts, by, tables.ofSpentOrigins());
        } else if (by.ofSenders() || isOfOrigins()) {
            Listing table = by.ofSenders() ? tables.ofSenders() : tables.ofOrigins();
            return new Shown(accounts, by, table.rows().isEmpty() ? Map.of() : Map.of("", table));
        }
        return new Shown(accounts, by, tables.ofStatements());
    }

    /**
     * Returns the default order: request units if a server has reported any, else time. Estimated request units are not
     * enough, because no bill contains them.
     */
    private static TopOrder usual(ReportedAccounts accounts) {
        boolean told = accounts.spending.values().stream()
                .anyMatch(spent -> spent.get(Figure.RU) != null && !Figure.ESTIMATE.equals(spent.ruSource()));
        return TopOrder.of(told ? Figure.RU : Figure.TIME);
    }

    private void check() {
        if (order != null && order.ofSenders()) {
            if (!filter.isOfInstancesAlone()) {
                throw new IllegalArgumentException("not known by sender: --by=" + order.word()
                        + ", leave out --user, --digest, --schema, --source and --origin");
            }
        } else if (isOfOrigins() && !isOfSpentOrigins()) {
            if (order != null && !order.ofOrigins()) {
                throw new IllegalArgumentException(
                        "not known by origin: --by=" + order.word() + ", leave it out or use --by repetitions");
            } else if (!filter.isOfOriginsAlone()) {
                throw new IllegalArgumentException("not known by origin: leave out --user, --schema and --source");
            }
        }
    }

    private boolean isOfOrigins() {
        return !filter.origin().isEmpty() || (order != null && order.ofOrigins());
    }

    /** Returns whether the table shows request units by user and origin, which only records of TopRU have. */
    private boolean isOfSpentOrigins() {
        boolean spent = !filter.user().isEmpty() || !filter.source().isEmpty();
        return spent && filter.schema().isEmpty() && isOfOrigins() && (order == null || order.equals(TopOrder.ORIGIN));
    }

    /**
     * Returns the lines of all tables: one for each source of request units, or one of senders or origins. No line if
     * there is nothing to show.
     *
     * @param width the width of the terminal; {@link Integer#MAX_VALUE} for all columns, with each statement's text
     *     after them
     */
    public List<String> text(Consumer<ObjLongConsumer<Report>> reports, ZoneId zone, int width) {
        Shown shown = read(reports);
        TimeText times = new TimeText(zone);
        List<String> lines = new ArrayList<>();
        Set<String> remarks = new HashSet<>();
        shown.tables.forEach((source, table) -> {
            lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
            lines.add(title(shown, source, table, times));
            table.text(width).stream()
                    .filter(line -> !line.startsWith("(no room") || remarks.add(line))
                    .forEach(lines::add);
        });
        if (!lines.isEmpty() && !shown.order.ofSenders() && !isOfOrigins()) {
            if (shown.tables.values().stream().anyMatch(Top::hasAStatementTwice)) {
                lines.add("quantiles, max, errors and rows are of the statement, for all users");
            }
            lines.addAll(byService ? List.of() : planChanges(shown.accounts, times));
        }
        return lines;
    }

    private String title(Shown shown, String source, Listing table, TimeText times) {
        Figures sum = table.sum();
        String ru = FigureText.of(Figure.RU, sum);
        String amount = sum.isRuMixed()
                ? "request units of several sources"
                : ru.equals(FigureText.UNKNOWN) ? "request units not known" : ru + " RU";
        String units = (source.isEmpty() ? "" : PrintableText.escape(source) + ": ") + amount;
        Figures read = shown.accounts.read();
        String all = FigureText.count(read.orZero(Figure.REPORTS), "report") + ", "
                + times.range(read.orZero(Figure.FIRST), read.orZero(Figure.LAST)) + ", by "
                + shown.order.word();
        return shown.order.figure() == Figure.RU ? units + ", " + all : all + "; " + units;
    }

    private static boolean hasAStatementTwice(Listing table) {
        Set<Object> digests = new HashSet<>();
        return table.rows().stream()
                .filter(row -> row.kind() == Kind.STATEMENT && row.figures().get(Figure.ERRORS) != null)
                .anyMatch(row -> !digests.add(
                        row.names().get("service") + "\n" + row.names().get("digest")));
    }

    /** Returns one line for each user and statement with several plans, with the figures of each plan. */
    private static List<String> planChanges(ReportedAccounts accounts, TimeText times) {
        Map<String, String> lines = new TreeMap<>();
        accounts.plans.forEach((key, byPlan) -> {
            if (byPlan.size() > 1) {
                String plans = byPlan.entrySet().stream()
                        .sorted(Comparator.comparingDouble(
                                        (Map.Entry<String, Figures> plan) -> Figure.FIRST.rank(plan.getValue()))
                                .thenComparing(Map.Entry::getKey))
                        .map(plan -> plan(plan.getKey(), plan.getValue(), times))
                        .collect(Collectors.joining(", then "));
                String line = "plan change: " + accounts.name(key.digest()) + ' ' + Hex.shortened(key.digest()) + " by "
                        + (key.user().isEmpty() ? "\"\"" : key.user()) + ": " + plans;
                lines.put(key.digest() + " " + key, PrintableText.escape(line));
            }
        });
        return List.copyOf(lines.values());
    }

    private static String plan(String digest, Figures sums, TimeText times) {
        String ru = FigureText.of(Figure.AVG_RU, sums);
        String average = sums.count() == 0
                ? ""
                : ", avg " + FigureText.of(Figure.AVG, sums)
                        + (ru.equals(FigureText.UNKNOWN) ? "" : " and " + ru + " RU");
        return "plan " + Hex.shortened(digest) + " from " + times.time(sums.orZero(Figure.FIRST)) + " ("
                + FigureText.count(sums.count()) + " times" + average + ")";
    }

    /** Returns the tables that {@link #text} formats. */
    public Collection<Listing> tables(Consumer<ObjLongConsumer<Report>> reports) {
        return read(reports).tables.values();
    }

    /** Returns one line of JSON; no line if the reports have nothing to show. */
    public List<String> json(Consumer<ObjLongConsumer<Report>> reports) {
        Shown shown = read(reports);
        if (shown.tables.isEmpty()) {
            return List.of();
        }
        List<Object> rows = new ArrayList<>();
        shown.tables.values().forEach(table -> rows.addAll(table.maps()));
        Map<String, @Nullable Object> top = new LinkedHashMap<>();
        top.put("reports", shown.accounts.read().get(Figure.REPORTS));
        top.put("fromSec", shown.accounts.read().get(Figure.FIRST));
        top.put("toSec", shown.accounts.read().get(Figure.LAST));
        top.put("by", shown.order.word());
        top.put("rows", rows);
        return List.of(Json.line(top));
    }

    /** Returns comma-separated values, keys first; no line if the reports have nothing to show. */
    public List<String> csv(Consumer<ObjLongConsumer<Report>> reports) {
        Collection<Listing> tables = read(reports).tables.values();
        return tables.isEmpty() ? List.of() : Listing.csv(List.copyOf(tables));
    }
}
