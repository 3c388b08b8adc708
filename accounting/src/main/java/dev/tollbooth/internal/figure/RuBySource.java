package dev.tollbooth.internal.figure;

import dev.tollbooth.internal.cost.RuTermSums;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Request units by who has told them. Those of two sources are two currencies: their sum is {@link #MIXED} and has no
 * number.
 *
 * <p>Thread-safe: immutable.
 */
final class RuBySource {

    /** In place of a source where there are several. */
    static final String MIXED = RuTermSums.MIXED;

    static final RuBySource NONE = new RuBySource(Map.of());

    private final Map<String, Double> amounts;

    private RuBySource(Map<String, Double> amounts) {
        this.amounts = amounts;
    }

    static RuBySource of(String source, double amount) {
        return new RuBySource(Map.of(source, amount));
    }

    RuBySource plus(RuBySource other) {
        if (amounts.isEmpty() || other.amounts.isEmpty()) {
            return amounts.isEmpty() ? other : this;
        }
        Map<String, Double> sums = new TreeMap<>(amounts);
        other.amounts.forEach((source, amount) -> sums.merge(source, amount, Double::sum));
        return new RuBySource(sums);
    }

    /** A source of which nothing is left is none, but for the only one, which is known to be 0. */
    RuBySource minus(RuBySource other) {
        Map<String, Double> rest = new TreeMap<>(amounts);
        other.amounts.forEach((source, amount) -> rest.computeIfPresent(source, (k, all) -> Math.max(0, all - amount)));
        if (rest.size() > 1) {
            rest.entrySet().removeIf(each -> each.getValue() == 0 && other.amounts.containsKey(each.getKey()));
        }
        return rest.isEmpty() && !amounts.isEmpty() ? NONE : new RuBySource(rest);
    }

    /** Returns who has told them, {@link #MIXED} for several, null where they are not known. */
    @Nullable
    String source() {
        return amounts.size() > 1
                ? MIXED
                : amounts.keySet().stream().findFirst().orElse(null);
    }

    /** Whether there are several sources, also where who has added them up does not know which. */
    boolean isMixed() {
        return MIXED.equals(source());
    }

    /** Returns the sum; null where it is not known, or of several sources. */
    @Nullable
    Double amount() {
        return amounts.size() == 1 && !isMixed() ? amounts.values().iterator().next() : null;
    }

    /** Returns the amounts by source. */
    Map<String, Double> amounts() {
        return amounts;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RuBySource that && amounts.equals(that.amounts);
    }

    @Override
    public int hashCode() {
        return amounts.hashCode();
    }
}
