package dev.tollbooth.jdbc;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds what a mistyped name was meant to be: the known name of the smallest edit distance (Levenshtein),
 * one that begins with it before others of the same distance. */
final class NearestName {

    private NearestName() {}

    /** Returns the nearest of {@code known}, or null where none is within half of the name's length. */
    static @Nullable String of(String name, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(1, name.length() / 2) + 1;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < bestDistance || (distance == bestDistance && best != null && candidate.startsWith(name))) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Returns {@code ", did you mean X?"} or nothing. */
    static String hint(String name, Collection<String> known) {
        String nearest = of(name, known);
        return nearest == null ? "" : ", did you mean " + nearest + "?";
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
