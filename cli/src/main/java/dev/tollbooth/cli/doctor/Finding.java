package dev.tollbooth.cli.doctor;

import java.util.Locale;

/**
 * One thing that the doctor has looked at.
 *
 * @param verdict how it is
 * @param about which part of Tollbooth
 * @param fact what was found, and where it is off, what to do
 */
public record Finding(Verdict verdict, String about, String fact) {

    /** How a part does. */
    public enum Verdict {
        /** As it should be. */
        WELL,
        /** Worth knowing; nothing is wrong. */
        NOTE,
        /** Not as somebody wants it. */
        OFF;

        /** Returns the word for people and JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding well(String about, String fact) {
        return new Finding(Verdict.WELL, about, fact);
    }

    static Finding note(String about, String fact) {
        return new Finding(Verdict.NOTE, about, fact);
    }

    static Finding off(String about, String fact) {
        return new Finding(Verdict.OFF, about, fact);
    }
}
