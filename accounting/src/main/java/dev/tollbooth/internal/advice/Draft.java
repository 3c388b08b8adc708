package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.Advice;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of advice while a rule fills it in.
 *
 * <p>Not thread-safe.
 */
final class Draft {

    static final String SURE = "sure";
    static final String LIKELY = "likely";
    static final String POSSIBLE = "possible";

    private static final double SECOND_NANOS = 1e9;

    private final @Nullable AdvisedStatement statement;
    private final Map<String, Number> evidence = new LinkedHashMap<>();
    private @Nullable String origin;
    private final String why;
    private double savedNanos;
    private long savedTrips;
    private double share = -1;
    private String remedy = "";
    private String certainty = LIKELY;

    /**
     * Makes a draft about {@code statement}.
     *
     * @param statement the statement; null if the advice is about the whole application
     * @param why the reason, as a format string for {@code arguments}
     */
    Draft(@Nullable AdvisedStatement statement, String why, Object... arguments) {
        this.statement = statement;
        this.why = String.format(Locale.ROOT, why, arguments);
        if (statement != null) {
            evidence(statement.figures(), Figure.COUNT, Figure.TIME);
        }
    }

    Draft evidence(Figures figures, Figure... shown) {
        for (Figure figure : shown) {
            Number value = figures.get(figure);
            if (value != null) {
                evidence.put(figure.key(), value);
            }
        }
        return this;
    }

    /**
     * Adds figures of the statement as evidence, and sets the origin to the one with the highest value of the first
     * figure.
     */
    Draft evidence(Figure... shown) {
        if (statement != null) {
            origin = statement.origin(shown[0]);
            evidence(statement.figures(), shown);
        }
        return this;
    }

    Draft saves(double nanos, long trips) {
        savedNanos = Math.max(0, nanos);
        savedTrips = Math.max(0, trips);
        return this;
    }

    /** Ranks this advice by the share {@code ofAll}, 0 to 1, instead of by its savings. */
    Draft share(double ofAll) {
        share = ofAll;
        return this;
    }

    Draft remedy(String sentence) {
        remedy = sentence;
        return this;
    }

    Draft certainty(String word) {
        certainty = word;
        return this;
    }

    Advice of(AdviceKind kind, AdvisedWorkload all) {
        double saved = Math.max(
                AdvisedWorkload.share(savedNanos, all.nanos), AdvisedWorkload.share(savedTrips, all.roundTrips));
        return new Advice(
                kind.key(),
                statement == null ? null : statement.schema(),
                statement == null ? null : statement.digest().hex(),
                statement == null ? "all statements" : statement.digest().summary(),
                origin,
                why,
                evidence,
                savedNanos / SECOND_NANOS,
                savedTrips,
                ruPerHour(all),
                share < 0 ? saved : share,
                remedy,
                certainty);
    }

    /** Returns the request units saved per hour, in proportion to the time saved; null if unknown. */
    private @Nullable Double ruPerHour(AdvisedWorkload all) {
        Double ru = statement == null ? null : (Double) statement.figures().get(Figure.RU);
        if (statement == null
                || ru == null
                || all.seconds <= 0
                || statement.figures().nanos() == 0) {
            return null;
        }
        double part =
                AdvisedWorkload.share(savedNanos, (double) (statement.figures().nanos() + statement.get(Figure.FETCH)));
        return ru * part / all.seconds * 3_600;
    }

    static String time(long nanos) {
        return time((double) nanos);
    }

    static String time(double nanos) {
        if (nanos >= SECOND_NANOS) {
            return String.format(Locale.ROOT, "%.1f s", nanos / SECOND_NANOS);
        }
        return nanos >= 1e6
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
    }
}
