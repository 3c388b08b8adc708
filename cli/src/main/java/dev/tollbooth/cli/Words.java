package dev.tollbooth.cli;

import dev.tollbooth.internal.control.NearestName;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The words that options accept. An error for an unknown word suggests the nearest one. */
final class Words {

    private Words() {}

    /** Returns {@code ", did you mean X?"}, or an empty text if no allowed word is similar. */
    static String hint(String word, List<String> allowed) {
        String nearest = NearestName.of(word.toLowerCase(Locale.ROOT), allowed);
        return nearest == null ? "" : ", did you mean " + nearest + "?";
    }

    /** Returns the end of an error about an unknown word: the nearest allowed word, and all of them. */
    static String allowed(String word, List<String> allowed) {
        String hint = hint(word, allowed);
        return hint + (hint.isEmpty() ? ", " : " ") + "allowed are " + String.join(", ", allowed);
    }

    /** Rejects a value of an option outside of {@code min} to {@code max}. */
    static void requireRange(CommandSpec spec, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    spec.commandLine(), "bad value: " + option + "=" + value + ", allowed is " + min + " to " + max);
        }
    }
}
