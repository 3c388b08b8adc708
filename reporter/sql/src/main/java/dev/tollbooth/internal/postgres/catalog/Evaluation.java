package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of one catalog query, with a limit on its cost: steps limit its time, and bytes its memory. Not
 * thread-safe.
 */
final class Evaluation {

    static final int LONGEST_TEXT = 1 << 20;

    private static final int MOST_STEPS = 4_000_000;
    private static final int MOST_ROWS = 60_000;
    private static final int MOST_BYTES = 32 << 20;
    private static final int DEEPEST_ARRAY = 4;
    private static final int DEEPEST_EXPRESSION = 400;

    private static final int STEPS_BETWEEN_LOOKS = 256;
    private static final int CHARACTERS_OF_A_STEP = 64;
    private static final int BYTES_OF_AN_OBJECT = 48;

    final Catalog catalog;

    /** The values of {@code $1} and so on. */
    final List<@Nullable Object> parameters;

    /** The results of the common table expressions so far, by name. */
    final Map<String, Relation> expressions = new HashMap<>();

    private final BooleanSupplier goesOn;
    private int steps;
    private int looked;
    private int rows;
    private int bytes;
    private int depth;

    /**
     * Begins an evaluation.
     *
     * @param parameters the values of {@code $1} and so on
     * @param goesOn returns false if the query must end; called for each row and every few steps
     */
    Evaluation(Catalog catalog, List<@Nullable Object> parameters, BooleanSupplier goesOn) {
        this.catalog = catalog;
        this.parameters = parameters;
        this.goesOn = goesOn;
    }

    /** Returns the number of steps so far. */
    int count() {
        return steps;
    }

    /** Counts a row that is held in memory. */
    void row() throws PostgresException {
        held(1);
        if (++rows > MOST_ROWS) {
            throw tooComplex("rows", MOST_ROWS);
        }
        look();
    }

    void step() throws PostgresException {
        steps(1);
    }

    void steps(long more) throws PostgresException {
        if (more > MOST_STEPS - steps) {
            throw tooComplex("steps", MOST_STEPS);
        }
        steps += (int) more;
        if (steps - looked >= STEPS_BETWEEN_LOOKS) {
            look();
        }
    }

    private void look() throws PostgresException {
        looked = steps;
        if (!goesOn.getAsBoolean()) {
            throw PostgresException.error(PostgresException.CANCELLED, "canceling statement");
        }
    }

    /** Counts objects that are about to be made. */
    void held(long objects) throws PostgresException {
        steps(objects);
        if (objects * BYTES_OF_AN_OBJECT > MOST_BYTES - bytes) {
            throw tooComplex("bytes", MOST_BYTES);
        }
        bytes += (int) (objects * BYTES_OF_AN_OBJECT);
    }

    /** Returns {@code text}, and counts the steps of reading it. */
    String read(String text) throws PostgresException {
        steps(text.length() / CHARACTERS_OF_A_STEP + 1L);
        return text;
    }

    /** Counts a text of {@code characters} that is about to be made. */
    void making(long characters) throws PostgresException {
        if (characters > LONGEST_TEXT) {
            throw tooComplex("characters", LONGEST_TEXT);
        }
        held(1 + characters * Character.BYTES / BYTES_OF_AN_OBJECT);
    }

    /** Rejects a text that has grown too long. */
    void bounded(CharSequence text) throws PostgresException {
        if (text.length() > LONGEST_TEXT) {
            throw tooComplex("characters", LONGEST_TEXT);
        }
    }

    /** Returns {@code text}, and counts its creation. */
    String made(String text) throws PostgresException {
        making(text.length());
        return text;
    }

    /** Returns {@code array}, and counts its length as text. A list that occurs several times counts each time. */
    <T extends @Nullable Object> List<T> made(List<T> array) throws PostgresException {
        making(length(array, 1));
        return array;
    }

    private long length(List<?> array, int level) throws PostgresException {
        if (level > DEEPEST_ARRAY) {
            throw tooComplex("arrays in one another", DEEPEST_ARRAY);
        }
        long length = 2;
        for (Object each : array) {
            step();
            length += 1
                    + (each instanceof List<?> inner
                            ? length(inner, level + 1)
                            : String.valueOf(each).length());
            if (length > LONGEST_TEXT) {
                throw tooComplex("characters", LONGEST_TEXT);
            }
        }
        return length;
    }

    /** Begins an expression; {@link #ended} must follow. */
    void began() throws PostgresException {
        step();
        if (++depth > DEEPEST_EXPRESSION) {
            throw tooComplex("expressions in one another", DEEPEST_EXPRESSION);
        }
    }

    void ended() {
        depth--;
    }

    private static PostgresException tooComplex(String unit, int limit) {
        return PostgresException.error(
                PostgresException.TOO_COMPLEX,
                "question to pg_catalog too complex: limit of " + unit + "=" + limit + "; simplify it");
    }
}
