package dev.tollbooth.internal.figure;

import dev.tollbooth.internal.cost.RuTermSums;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Request units by source. Two sources are like two currencies and have no sum: the source is then {@link #MIXED}, and
 * the amount is unknown.
 *
 * <p>Thread-safe: immutable.
 */
final class RuBySource {

    /** The source name for several sources. */
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

    /**
     * Returns these request units minus {@code other}. A source with nothing left is dropped; if nothing is left at
     * all, all sources stay with a known 0.
     */
    RuBySource minus(RuBySource other) {
        Map<String, Double> all = new TreeMap<>(amounts);
        other.amounts.forEach((source, amount) -> all.computeIfPresent(source, (k, was) -> Math.max(0, was - amount)));
        Map<String, Double> rest = new TreeMap<>(all);
        rest.entrySet().removeIf(each -> each.getValue() == 0 && other.amounts.containsKey(each.getKey()));
        return new RuBySource(rest.isEmpty() ? all : rest);
    }

    /** Returns the source, {@link #MIXED} for several, null if unknown. */
    @Nullable
    String source() {
        return amounts.size() > 1
                ? MIXED
                : amounts.keySet().stream().findFirst().orElse(null);
    }

    /** Returns whether there are several sources, or one with the name {@link #MIXED}. */
    boolean isMixed() {
        return MIXED.equals(source());
    }

    /** Returns the sum; null if unknown. The sum of several sources is null, unless all of them are 0. */
    @Nullable
    Double amount() {
        if (amounts.isEmpty() || amounts.containsKey(MIXED)) {
            return null;
        }
        double first = amounts.values().iterator().next();
        return amounts.size() == 1 || amounts.values().stream().allMatch(amount -> amount == 0) ? first : null;
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
