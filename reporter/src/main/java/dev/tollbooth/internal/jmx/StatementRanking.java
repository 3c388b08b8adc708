package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** By what the statements that matter most are found. */
enum StatementRanking {
    TIME,
    COUNT,
    AVG,
    P50,
    P95,
    P99,
    P999,
    MAX,
    ERRORS,
    ROWS,
    RU,
    MEMORY;

    private double figure(StatementSnapshot row) {
        return switch (this) {
            case TIME -> row.sumNanos();
            case COUNT -> row.count();
            case P50 -> row.histogram().quantileNanos(Quantile.P50);
            case P95 -> row.histogram().quantileNanos(Quantile.P95);
            case P99 -> row.histogram().quantileNanos(Quantile.P99);
            case P999 -> row.histogram().quantileNanos(Quantile.P999);
            case AVG -> row.avgNanos();
            case MAX -> row.maxNanos();
            case ERRORS -> row.errors();
            case ROWS -> rows(row);
            case RU -> row.sumRu() == null ? -1 : row.sumRu();
            case MEMORY -> row.sumClientBytes() == null ? -1 : row.sumClientBytes();
        };
    }

    private static double rows(StatementSnapshot row) {
        Long affected = row.rowsAffected();
        return affected == null ? row.rowsSent() : row.rowsSent() + affected;
    }

    /**
     * Returns the ranking of that name.
     *
     * @throws IllegalArgumentException if there is none; names those that there are
     */
    static StatementRanking named(String name) {
        for (StatementRanking ranking : values()) {
            if (ranking.name().equalsIgnoreCase(name)) {
                return ranking;
            }
        }
        throw new IllegalArgumentException("unknown ranking: by=" + PrintableText.escape(name) + ", use " + names());
    }

    /** Returns the names, as an operator gives them. */
    static String names() {
        List<String> names = new ArrayList<>();
        for (StatementRanking ranking : values()) {
            names.add(ranking.name().toLowerCase(Locale.ROOT));
        }
        return String.join(", ", names);
    }

    /** Returns the {@code limit} rows of the greatest figures, the greatest first. */
    List<StatementSnapshot> top(List<StatementSnapshot> rows, int limit) {
        // a quantile is a walk over the buckets: once a row, not once a comparison
        record Ranked(double figure, StatementSnapshot row) {}
        List<Ranked> ranked = new ArrayList<>(rows.size());
        for (StatementSnapshot row : rows) {
            ranked.add(new Ranked(figure(row), row));
        }
        ranked.sort((a, b) ->
                a.figure != b.figure ? Double.compare(b.figure, a.figure) : Long.compare(b.row.count(), a.row.count()));
        List<StatementSnapshot> top = new ArrayList<>();
        for (Ranked entry : ranked.subList(0, Math.min(limit, ranked.size()))) {
            top.add(entry.row);
        }
        return top;
    }
}
