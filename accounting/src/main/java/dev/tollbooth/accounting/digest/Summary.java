package dev.tollbooth.accounting.digest;

/** Stub. */
final class Summary {
    private Summary() {}

    static String of(byte[] normalized, int length) {
        return "";
    }
}
