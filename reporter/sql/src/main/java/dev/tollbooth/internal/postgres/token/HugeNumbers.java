package dev.tollbooth.internal.postgres.token;

import dev.tollbooth.internal.postgres.wire.PostgresException;

/**
 * A check that rejects numbers of more than 80 digits, and numbers such as {@code 1e999999999}. H2 would convert such a
 * text to a number with all digits, which takes much time and memory.
 */
public final class HugeNumbers {

    private static final int LONGEST_EXPONENT = 3;
    private static final int MOST_DIGITS = 80;

    private HugeNumbers() {}

    /** Rejects {@code text} if it is a number of too many digits, or with an exponent of more than three digits. */
    public static void refuse(String text) throws PostgresException {
        int digits = 0;
        int exponentDigits = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isDigit(c)) {
                digits++;
                exponentDigits += exponentDigits >= 0 ? 1 : 0;
            } else if (c == 'e' || c == 'E') {
                exponentDigits = 0;
            } else if (c > ' ' && c != '.' && c != '+' && c != '-') {
                return; // not a number
            }
        }
        if (exponentDigits > LONGEST_EXPONENT || digits > MOST_DIGITS) {
            throw PostgresException.error(
                    PostgresException.INVALID_TEXT,
                    "number with an exponent of more than three digits, or more than " + MOST_DIGITS + " digits");
        }
    }
}
