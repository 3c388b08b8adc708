package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says which statements ran by more than one plan, with what each plan took. */
final class ReportedPlanChanges {

    private record Used(String plan, RuSums sums) {}

    private final ReportedAccounts accounts;
    private final TimeText times;

    ReportedPlanChanges(ReportedAccounts accounts, TimeText times) {
        this.accounts = accounts;
        this.times = times;
    }

    /** Returns one line for each user and statement that had several plans. */
    List<String> lines() {
        Map<String, String> lines = new TreeMap<>();
        accounts.plans().forEach((key, byPlan) -> {
            if (byPlan.size() > 1) {
                lines.put(key.sqlDigest() + " " + key, line(key, byPlan));
            }
        });
        return List.copyOf(lines.values());
    }

    private String line(ReportedRuKey key, Map<String, RuSums> byPlan) {
        List<Used> used = new ArrayList<>();
        byPlan.forEach((plan, sums) -> used.add(new Used(plan, sums)));
        used.sort(
                Comparator.comparingLong((Used each) -> each.sums.firstSecond()).thenComparing(Used::plan));
        StringBuilder line = new StringBuilder("plan change: ")
                .append(accounts.name(key.sqlDigest()))
                .append(' ')
                .append(Hex.shortened(key.sqlDigest()))
                .append(" by ")
                .append(key.user().isEmpty() ? "\"\"" : key.user());
        String then = ": ";
        for (Used each : used) {
            line.append(then).append(text(each));
            then = ", then ";
        }
        return PrintableText.escape(line.toString());
    }

    private String text(Used each) {
        RuSums sums = each.sums;
        Double ru = sums.ru();
        String average = sums.executions() == 0
                ? ""
                : ", avg " + Figures.time(sums.nanos() / sums.executions())
                        + (ru == null ? "" : " and " + Figures.amount(ru / sums.executions()) + " RU");
        return "plan " + Hex.shortened(each.plan) + " from " + times.time(sums.firstSecond()) + " ("
                + Figures.count(sums.executions()) + " times" + average + ")";
    }
}
