package dev.tollbooth.cli.report;

import dev.tollbooth.cli.report.ReportedStatements.Reported;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.advice.AdvisedStatement;
import dev.tollbooth.internal.advice.AdvisedWorkload;
import dev.tollbooth.internal.advice.Advisor;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.compare.Slowdown.Timeline;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Advice from report files, of the kinds whose figures reports have. */
public final class ReportedAdvice {

    private static final long MILLIS = 1_000;

    private ReportedAdvice() {}

    /** A statement in reports. */
    private record Named(Sha256 sha256, String text, String summary) implements Digest {

        @Override
        public String hex() {
            return sha256.hex();
        }
    }

    /**
     * Returns the advice for the application that wrote {@code files}, the greatest share first; null without
     * statements.
     */
    public static @Nullable List<Advice> read(ReportFiles files, TimeSpan range) {
        ReportedStatements read = ReportedStatements.read(files::forEachOnce, range, "");
        Map<String, Timeline> timelines = new HashMap<>();
        read.bySchema().forEach((key, statement) -> timelines.put(key, timeline(statement, read)));
        Map<String, Slowdown> slowdowns = Slowdown.of(
                timelines, (read.read().orZero(Figure.FIRST) + read.read().orZero(Figure.LAST)) * MILLIS / 2);
        List<AdvisedStatement> advised = new ArrayList<>();
        read.bySchema().forEach((key, statement) -> advised.add(advised(statement, read, slowdowns.get(key))));
        return advised.isEmpty()
                ? null
                : new Advisor(List.of()).advise(new AdvisedWorkload(advised, Figures.NONE, Figures.NONE));
    }

    private static Timeline timeline(Reported statement, ReportedStatements read) {
        NavigableMap<Long, HistogramSnapshot> windows = new TreeMap<>();
        statement.windows().forEach((start, figures) -> windows.put(start * MILLIS, figures.histogram()));
        Map<String, Long> plans = new HashMap<>();
        read.plans(statement.digest()).forEach((plan, first) -> plans.put(plan, first * MILLIS));
        return new Timeline(windows, plans);
    }

    private static AdvisedStatement advised(Reported statement, ReportedStatements read, @Nullable Slowdown slowdown) {
        String text = read.text(statement.digest());
        String summary = read.summary(statement.digest());
        return new AdvisedStatement(
                statement.schema().isEmpty() ? null : statement.schema(),
                new Named(Sha256.ofHex(statement.digest()), text, summary.isEmpty() ? text : summary),
                statement.windows().values().stream().reduce(Figures.NONE, Figures::plus),
                statement.origins(),
                new AdvisedStatement.Clues(null, "what follows it", slowdown, null));
    }
}
