package dev.tollbooth.benchmarks.workload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A use of the JDK's collections as in every application: several kinds through the same methods.
 *
 * <p>In a JVM that has iterated one kind only, the compiler inlines the driver's iterators, which saves 120 B and 60 ns
 * of a point select on H2. One more use of {@link java.util.ServiceLoader} ends that for the whole JVM. Tollbooth has
 * one, but direct and some peers have none.
 */
final class UsedCollections {

    /** The number of rounds, more than the compilers need for a method. */
    private static final int ROUNDS = 20_000;

    private static final int SIZE = 8;

    private UsedCollections() {}

    /** Fills and iterates each kind, for some tenths of a second. */
    static void use() {
        List<Map<Integer, Integer>> maps = List.of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>());
        List<Collection<Integer>> collections =
                List.of(new HashSet<>(), new LinkedHashSet<>(), new TreeSet<>(), new ArrayList<>());
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int value = round % SIZE;
            for (Map<Integer, Integer> map : maps) {
                map.put(value, value);
                sum += sum(map.keySet()) + sum(map.values());
                for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                    sum += entry.getValue();
                }
            }
            for (Collection<Integer> collection : collections) {
                collection.add(value);
                sum += sum(collection);
                if (collection.size() == SIZE) {
                    collection.clear();
                }
            }
        }
        if (sum <= 0) {
            throw new IllegalStateException("collections were not filled: sum=" + sum);
        }
    }

    private static long sum(Iterable<Integer> values) {
        long sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }
}
