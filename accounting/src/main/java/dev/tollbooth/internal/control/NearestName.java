package dev.tollbooth.internal.control;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A search for the known name that is nearest to a mistyped one, by edit distance (Levenshtein). */
public final class NearestName {

    /** The most characters of a name that are compared, because the work grows with the product of both lengths. */
    private static final int MAX_LENGTH = 128;

    private NearestName() {}

    /** Returns the nearest of {@code known}, or null if more than half of the name's letters would have to change. */
    public static @Nullable String of(String name, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(1, name.length() / 2) + 1;
        for (String candidate : known) {
            // an abbreviation is nearer than a name with other letters
            int distance = name.length() > 2 && candidate.startsWith(name) ? 1 : distance(name, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /**
     * Returns the nearest of the {@code known} names, all of which begin with {@code prefix}. The prefix is not
     * compared, and {@code name} may consist of the last part only. Returns null if more than a third of the letters,
     * and more than two, would have to change.
     */
    public static @Nullable String behindPrefix(String prefix, String name, Collection<String> known) {
        String bare = bare(prefix, name);
        String best = null;
        int bestDistance = Math.max(2, bare.length() / 3) + 1;
        for (String candidate : known) {
            String bareCandidate = bare(prefix, candidate);
            boolean lastPart = bareCandidate.endsWith("." + bare) || bareCandidate.endsWith("_" + bare);
            int distance = lastPart ? 1 : distance(bare, bareCandidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static String bare(String prefix, String name) {
        String cut = name.length() > MAX_LENGTH ? name.substring(0, MAX_LENGTH) : name;
        boolean prefixed = cut.regionMatches(true, 0, prefix, 0, prefix.length());
        return (prefixed ? cut.substring(prefix.length()) : cut).toLowerCase(Locale.ROOT);
    }

    /** Returns {@code ", did you mean X?"}, or an empty text if no known name is near. */
    public static String hint(String name, Collection<String> known) {
        String nearest = of(name, known);
        return nearest == null ? "" : ", did you mean " + nearest + "?";
    }

    /** Returns the edit distance; two swapped letters count as one mistake. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = row[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(substituted, Math.min(row[j], next[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                next[j] = swapped ? Math.min(next[j], before[j - 2] + 1) : next[j];
            }
            before = row;
            row = next;
        }
        return row[b.length()];
    }
}
