package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.function.BooleanSupplier;

/** Bounds what one question may cost, in steps, each of them a value or a row, and in characters. Not thread-safe. */
final class Steps {

    private static final int MOST_STEPS = 3_000_000;
    private static final int MOST_ROWS = 60_000;
    private static final int MOST_CHARACTERS = 2 << 20;

    private final BooleanSupplier goesOn;
    private int steps;
    private int rows;
    private int characters;

    /**
     * Counts from 0.
     *
     * @param goesOn asked with each row: false where its client has gone, or its time is over
     */
    Steps(BooleanSupplier goesOn) {
        this.goesOn = goesOn;
    }

    /** Notes a row, which is held in memory. */
    void row() throws PostgresException {
        step();
        if (++rows > MOST_ROWS) {
            throw tooComplex("rows", MOST_ROWS);
        }
        if (!goesOn.getAsBoolean()) {
            throw PostgresException.error(PostgresException.CANCELLED, "canceling statement");
        }
    }

    void step() throws PostgresException {
        if (++steps > MOST_STEPS) {
            throw tooComplex("steps", MOST_STEPS);
        }
    }

    /** Returns {@code text}, which is made of others. */
    String made(String text) throws PostgresException {
        characters += text.length();
        if (characters > MOST_CHARACTERS) {
            throw tooComplex("characters", MOST_CHARACTERS);
        }
        return text;
    }

    private static PostgresException tooComplex(String unit, int limit) {
        return PostgresException.error(
                PostgresException.TOO_COMPLEX,
                "question to pg_catalog too complex: limit of " + unit + "=" + limit + "; simplify it");
    }

    /** A text that a pattern looks at: each look is a step, so no pattern goes on for ever. */
    final class Looked implements CharSequence {
        private final String text;

        Looked(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps > MOST_STEPS) {
                throw new TooManySteps();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }
    }

    /** Ends a pattern that has looked too often. */
    static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManySteps() {
            super("too many steps", null, false, false);
        }
    }
}
