package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.trace.Exemplar;
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
    /** Of each decade the slowest; null where there is none. */
    private final @Nullable Exemplar[] exemplars = new Exemplar[Exemplar.DECADES];

    /** What ranks it, of the read that goes on. */
    double fresh;
    /** What ranks it, a second, as it was of late. */
    double pace;

    Series(Map<String, String> attributes, long startEpochMillis) {
        this.attributes = attributes;
        this.startEpochMillis = startEpochMillis;
    }

    void clearExemplars() {
        Arrays.fill(exemplars, null);
    }

    void add(Exemplar exemplar) {
        Exemplar known = exemplars[exemplar.decade()];
        if (known == null || known.elapsedNanos() < exemplar.elapsedNanos()) {
            exemplars[exemplar.decade()] = exemplar;
        }
    }

    /** Returns them in the order of their ends. */
    List<Exemplar> exemplars() {
        return Arrays.stream(exemplars)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(Exemplar::endNanos))
                .toList();
    }
}
