package dev.tollbooth.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A finding of the doctor.
 *
 * @param verdict the verdict
 * @param about the examined part of Tollbooth
 * @param fact the finding, and the remedy for a failure
 */
public record Finding(Verdict verdict, String about, String fact) {

    /** The verdict on a part. */
    public enum Verdict {
        /** The part works. */
        OK,
        /** The part works, but needs attention. */
        WARN,
        /** The part does not work, or has lost figures. */
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

    /** Returns the content for JSON, by field name. */
    public Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("verdict", verdict.word());
        map.put("about", about);
        map.put("fact", fact);
        return map;
    }
}
