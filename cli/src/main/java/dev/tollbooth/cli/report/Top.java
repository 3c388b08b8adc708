package dev.tollbooth.cli.report;

import java.time.ZoneId;
import java.util.List;

/**
 * The top statements of report files.
 *
 * @param order what they are ordered by
 * @param user only this one's; empty: everybody's
 * @param range only of this time
 * @param limit how many
 */
public record Top(TopOrder order, String user, TimeRange range, int limit) {

    /** Returns a table for each source of request units; no line if the files have nothing of it. */
    public List<String> text(ReportFiles files, ZoneId zone, int width) {
        ReportedAccounts accounts = read(files);
        return new TopText(accounts, new TimeText(zone), width).lines(sections(accounts));
    }

    /** Returns the same as one line of JSON; no line if the files have nothing of it. */
    public List<String> json(ReportFiles files) {
        ReportedAccounts accounts = read(files);
        List<TopSection> sections = sections(accounts);
        return sections.isEmpty() ? List.of() : List.of(new TopJson(accounts).of(sections));
    }

    private ReportedAccounts read(ReportFiles files) {
        ReportedAccounts accounts = new ReportedAccounts(range);
        files.forEachOnce(accounts::add);
        return accounts;
    }

    private List<TopSection> sections(ReportedAccounts accounts) {
        return new TopStatements(accounts, order, user, limit).sections();
    }
}
