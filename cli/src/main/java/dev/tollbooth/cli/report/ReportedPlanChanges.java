package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A search for statements with several plans, with the figures of each plan. */
final class ReportedPlanChanges {

    private record Used(String plan, Figures sums) {}

    private final ReportedAccounts accounts;
    private final TimeText times;

    ReportedPlanChanges(ReportedAccounts accounts, TimeText times) {
        this.accounts = accounts;
        this.times = times;
    }

    /** Returns one line for each user and statement with several plans. */
    List<String> lines() {
        Map<String, String> lines = new TreeMap<>();
        accounts.plans().forEach((key, byPlan) -> {
            if (byPlan.size() > 1) {
                lines.put(key.digest() + " " + key, line(key, byPlan));
            }
        });
        return List.copyOf(lines.values());
    }

    private String line(RowKey key, Map<String, Figures> byPlan) {
        List<Used> used = new ArrayList<>();
        byPlan.forEach((plan, sums) -> used.add(new Used(plan, sums)));
        used.sort(Comparator.comparingLong((Used each) -> first(each.sums)).thenComparing(Used::plan));
        StringBuilder line = new StringBuilder("plan change: ")
                .append(accounts.name(key.digest()))
                .append(' ')
                .append(Hex.shortened(key.digest()))
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
        Figures sums = each.sums;
        String ru = FigureText.of(Figure.AVG_RU, sums);
        String average = sums.count() == 0
                ? ""
                : ", avg " + FigureText.of(Figure.AVG, sums)
                        + (ru.equals(FigureText.UNKNOWN) ? "" : " and " + ru + " RU");
        return "plan " + Hex.shortened(each.plan) + " from " + times.time(first(sums)) + " ("
                + FigureText.count(sums.count()) + " times" + average + ")";
    }

    private static long first(Figures sums) {
        return (long) Figure.FIRST.rank(sums);
    }
}
