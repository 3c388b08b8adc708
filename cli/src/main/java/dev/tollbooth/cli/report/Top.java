package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.cli.text.TimeText;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of report files.
 *
 * @param order what they are ordered by; null: request units, or time where no report knows any
 * @param filter only these
 * @param range only of this time
 * @param limit how many
 */
public record Top(@Nullable TopOrder order, TopFilter filter, TimeRange range, int limit) {

    /**
     * Returns a table for each source of request units; no line if the files have nothing of it.
     *
     * @param width of the terminal; {@link Integer#MAX_VALUE}: all columns, and each statement's text behind them
     */
    public List<String> text(ReportFiles files, ZoneId zone, int width) {
        if (order != null && order.ofSenders()) {
            return senders(order, files).text(width);
        }
        if (isOfSpentOrigins()) {
            return spentOrigins(files).text(width);
        }
        if (isOfOrigins()) {
            return origins(files).text(width);
        }
        ReportedAccounts accounts = read(files);
        return new TopText(accounts, new TimeText(zone), width).lines(sections(accounts));
    }

    /** Returns the same as one line of JSON; no line if the files have nothing of it. */
    public List<String> json(ReportFiles files) {
        if (order != null && order.ofSenders()) {
            return senders(order, files).json();
        }
        if (isOfSpentOrigins()) {
            return spentOrigins(files).json();
        }
        if (isOfOrigins()) {
            return origins(files).json();
        }
        ReportedAccounts accounts = read(files);
        List<TopSection> sections = sections(accounts);
        return sections.isEmpty() ? List.of() : List.of(new TopJson(accounts).of(sections));
    }

    /** Returns the same as comma-separated values, titles first; no line if the files have nothing of it. */
    public List<String> csv(ReportFiles files) {
        if (order != null && (order.ofSenders() || order.ofOrigins())) {
            throw new IllegalArgumentException("not as CSV: --by=" + order.word() + ", use --json");
        }
        if (isOfOrigins()) {
            throw new IllegalArgumentException("not as CSV: --origin=" + filter.origin() + ", use --json");
        }
        ReportedAccounts accounts = read(files);
        return new TopCsv(accounts).lines(sections(accounts));
    }

    private boolean isOfOrigins() {
        return !filter.origin().isEmpty() || (order != null && order.ofOrigins());
    }

    /** Whether what users spent is asked for by origin, which the statements' figures don't know. */
    private boolean isOfSpentOrigins() {
        boolean spent = !filter.user().isEmpty() || !filter.source().isEmpty();
        return spent && filter.schema().isEmpty() && isOfOrigins() && (order == null || order == TopOrder.ORIGIN);
    }

    private TopSpentOrigins spentOrigins(ReportFiles files) {
        TopSpentOrigins origins = new TopSpentOrigins(filter, limit);
        files.forEachOnce(report -> {
            if (filter.admitsInstanceOf(report)) {
                origins.add(report, range);
            }
        });
        return origins;
    }

    private TopOrigins origins(ReportFiles files) {
        TopOrder by = order == null ? TopOrder.ORIGIN : order;
        if (!by.ofOrigins()) {
            throw new IllegalArgumentException(
                    "not known by origin: --by=" + by.word() + ", leave it out or use --by repetitions");
        }
        if (!filter.isOfOriginsAlone()) {
            throw new IllegalArgumentException("not known by origin: leave out --user, --schema and --source");
        }
        TopOrigins origins = new TopOrigins(by, filter, limit);
        files.forEachOnce(report -> {
            if (filter.admitsInstanceOf(report)) {
                origins.add(report, range);
            }
        });
        return origins;
    }

    private TopSenders senders(TopOrder by, ReportFiles files) {
        if (!filter.isOfInstancesAlone()) {
            throw new IllegalArgumentException("not known by sender: --by=" + by.word()
                    + ", leave out --user, --digest, --schema, --source and" + " --origin");
        }
        TopSenders senders = new TopSenders(by == TopOrder.INSTANCE, limit);
        files.forEachOnce(report -> {
            if (filter.admitsInstanceOf(report)) {
                senders.add(report, range);
            }
        });
        return senders;
    }

    private ReportedAccounts read(ReportFiles files) {
        ReportedAccounts accounts = new ReportedAccounts(range);
        files.forEachOnce(report -> {
            if (filter.admitsInstanceOf(report)) {
                accounts.add(report);
            }
        });
        return accounts;
    }

    private List<TopSection> sections(ReportedAccounts accounts) {
        boolean known = accounts.requestUnits().values().stream().anyMatch(sums -> sums.ru() != null);
        TopOrder chosen = order != null ? order : known ? TopOrder.RU : TopOrder.TIME;
        return new TopChoice(accounts, chosen, filter, limit).sections();
    }
}
