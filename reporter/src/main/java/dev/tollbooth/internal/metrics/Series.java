package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.trace.Exemplar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One series of a {@link SeriesBoard}. Not thread-safe: guarded by its board. */
final class Series {

    final Map<String, String> attributes;
    final long startEpochMillis;
    final SeriesFigures figures = new SeriesFigures();
    private final List<Exemplar> exemplars = new ArrayList<>(0);

    /** The increase, in the current read, of the figure by which series are ranked. */
    double fresh;
    /** The increase per second of the figure by which series are ranked, averaged over about ten minutes. */
    double pace;

    Series(Map<String, String> attributes, long startEpochMillis) {
        this.attributes = attributes;
        this.startEpochMillis = startEpochMillis;
    }

    /** Adds a point of this series' request units, if they are known and have one source. */
    void addRu(List<MetricPoint> points) {
        Number ru = figures.all().get(Figure.RU);
        if (ru != null) {
            points.add(MetricPoint.of(attributes, startEpochMillis, ru.doubleValue()));
        }
    }

    void clearExemplars() {
        exemplars.clear();
    }

    void add(Exemplar exemplar) {
        exemplars.add(exemplar);
    }

    /**
     * Returns the slowest exemplar of each decade of latency, in the order of their ends. The exemplars are failures of
     * the kind {@code errorType}, or successes if {@code errorType} is null.
     */
    List<Exemplar> exemplars(@Nullable String errorType) {
        Exemplar[] slowest = new Exemplar[Exemplar.DECADES];
        for (Exemplar exemplar : exemplars) {
            Exemplar known = slowest[exemplar.decade()];
            boolean isSlower = known == null || known.elapsedNanos() < exemplar.elapsedNanos();
            if (isSlower && Objects.equals(exemplar.errorType(), errorType)) {
                slowest[exemplar.decade()] = exemplar;
            }
        }
        return Arrays.stream(slowest)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(Exemplar::endNanos))
                .toList();
    }
}
