package dev.tollbooth.accounting.ru;

/** What one key spent in one tier. Not thread-safe. */
final class RuRow extends RuTotals {

    final RuKey key;

    /** What a cut ranks by, set before it. */
    double score;

    RuRow(RuKey key) {
        this.key = key;
    }
}
