package dev.tollbooth.cli.doctor;

import java.util.Locale;

/**
 * One thing that the doctor has looked at.
 *
 * @param verdict how it is
 * @param about which part of Tollbooth
 * @param fact what was found, and where it fails, what to do
 */
public record Finding(Verdict verdict, String about, String fact) {

    /** How a part does. */
    public enum Verdict {
        /** As it should be. */
        OK,
        /** Nothing is wrong yet, but look at it. */
        WARN,
        /** Something that is asked for does not work. */
        FAIL;

        /** Returns the word for people and JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String about, String fact) {
        return new Finding(Verdict.OK, about, fact);
    }

    static Finding warn(String about, String fact) {
        return new Finding(Verdict.WARN, about, fact);
    }

    static Finding fail(String about, String fact) {
        return new Finding(Verdict.FAIL, about, fact);
    }
}
