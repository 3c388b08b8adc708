package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.origin.OriginDeltas;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.time.WallClock;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a reader, which skips rows without a change, reports the same growth as a comparison of all figures of all
 * rows.
 */
class IdleRowsTest {

    private static final int SCHEDULES = 300;
    private static final int STEPS = 150;

    /** A method that changes a figure that readers report. */
    private enum Change {
        add {
            @Override
            void of(StatementStats row, Random random) {
                row.add(random.nextInt(1 << 20), 0, random.nextInt(3) - 1, random.nextInt(2), random.nextInt(2) * 3);
            }
        },
        addRowsAffected {
            @Override
            void of(StatementStats row, Random random) {
                row.addRowsAffected(random.nextInt(5) - 2);
            }
        },
        addRead {
            @Override
            void of(StatementStats row, Random random) {
                row.addRead(random.nextInt(9), random.nextInt(9), random.nextInt(9), 0);
            }
        },
        /** The way in which bytes that a result set buffered become bytes that getters have read. */
        addReadOfBuffered {
            @Override
            void of(StatementStats row, Random random) {
                int bytes = random.nextInt(9);
                row.addRead(0, 0, bytes, -bytes);
            }
        },
        addRequestUnits {
            @Override
            void of(StatementStats row, Random random) {
                row.addRequestUnits(random.nextInt(9), "estimate");
            }
        },
        addRuTerms {
            @Override
            void of(StatementStats row, Random random) {
                row.addRuTerms(new RuTermSums("postgres", 1, 0, 8_192, 0, 7, 1 + random.nextInt(9)));
            }
        },
        addFetches {
            @Override
            void of(StatementStats row, Random random) {
                row.addFetches(random.nextInt(3), random.nextInt(2));
            }
        },
        addClientBytes {
            @Override
            void of(StatementStats row, Random random) {
                row.addClientBytes(random.nextInt(64), 1 + random.nextInt(2), 64);
            }
        },
        addPerTransaction {
            @Override
            void of(StatementStats row, Random random) {
                row.addPerTransaction(OriginTotals.REPEATED + random.nextInt(4) - 2);
            }
        },
        addOrigin {
            @Override
            void of(StatementStats row, Random random) {
                row.addRequestUnits(1, "estimate"); // the growth of an origin is part of the growth of its row
                row.addOrigin(2 + random.nextInt(7), random.nextInt(9), random.nextBoolean(), random.nextInt(12), 1);
            }
        },
        addOriginRead {
            @Override
            void of(StatementStats row, Random random) {
                row.addRequestUnits(1, "estimate");
                row.addOriginRead(2 + random.nextInt(7), random.nextInt(9), random.nextInt(9), 1);
            }
        },
        addScope {
            @Override
            void of(StatementStats row, Random random) {
                row.addScope(2 + random.nextInt(7), OriginTotals.REPEATED + random.nextInt(4));
            }
        },
        addLoop {
            @Override
            void of(StatementStats row, Random random) {
                row.addLoop(OriginTotals.REPEATED + random.nextInt(4), 1);
            }
        },
        addWait {
            @Override
            void of(StatementStats row, Random random) {
                row.addWait(random.nextInt(9), 0);
            }
        };

        abstract void of(StatementStats row, Random random);
    }

    private final List<TextDigest> digests = new ArrayList<>();

    IdleRowsTest() {
        for (int i = 0; i < 12; i++) {
            digests.add(TextDigest.ofNormalized("select " + i, "SELECT " + i));
        }
    }

    private static StatementTable table(int size) {
        return new StatementTable(StatementTableOptions.DEFAULT.withSize(size), () -> 0, new WallClock(0, 0));
    }

    /** The reference: a comparison of all figures of each row with those of the last read. */
    private static final class FullComparison {

        private Map<Integer, RowFigures> figures = new HashMap<>();
        private Map<Integer, List<OriginTotals>> origins = new HashMap<>();

        /** Returns the growth by row, without rows that did not grow. */
        Map<String, String> next(StatementTable table, boolean histogramsReset) {
            return table.readRows(rows -> {
                Map<String, String> grown = new TreeMap<>();
                Map<Integer, RowFigures> figuresNow = new HashMap<>();
                Map<Integer, List<OriginTotals>> originsNow = new HashMap<>();
                for (StatementStats row : rows.subList(0, rows.size() - 1)) {
                    Totals totals = new Totals();
                    List<OriginTotals> parts = row.readWithOrigins(totals);
                    RowFigures now = new RowFigures();
                    now.set(totals);
                    RowFigures before = figures.getOrDefault(row.number(), new RowFigures());
                    if (histogramsReset) {
                        before.moveHistogramTo(new RowFigures());
                    }
                    RowFigures growth = new RowFigures();
                    growth.setDifference(now, before);
                    if (!growth.isZero()) {
                        List<OriginTotals> partsBefore = origins.getOrDefault(row.number(), List.of());
                        grown.put(
                                row.digest().hex(),
                                written(growth, OriginDeltas.growth(parts, partsBefore), totals.ruSource));
                    }
                    figuresNow.put(row.number(), growth.isZero() ? before : now);
                    originsNow.put(row.number(), parts);
                }
                figures = figuresNow;
                origins = originsNow;
                return grown;
            });
        }
    }

    private static String written(RowFigures growth, List<OriginTotals> origins, String ruSource) {
        StringBuilder text = new StringBuilder(HexFormat.of().formatHex(growth.pack()));
        text.append(" executions=").append(growth.get(Figure.COUNT)).append(' ').append(ruSource);
        for (OriginTotals each : origins) {
            text.append(" origin=").append(each.origin()).append(',').append(each.count());
            text.append(',').append(each.errors()).append(',').append(each.sumNanos());
            text.append(',').append(each.rowsRead()).append(',').append(each.fetchNanos());
            text.append(',').append(each.ru()).append(',').append(each.maxPerTransaction());
            text.append(',').append(each.repeatedTransactions());
            text.append(',').append(each.repeatedExecutions());
        }
        return text.toString();
    }

    private static Map<String, String> next(StatementDeltas deltas) {
        Map<String, String> grown = new TreeMap<>();
        deltas.next((schema, digest, since, origins, ruSource) -> {
            if (digest != null) {
                grown.put(digest.hex(), written(since, origins, ruSource));
            }
        });
        return grown;
    }

    @ParameterizedTest
    @EnumSource
    void next_afterOneChangeOfARowThatWasRead_reportsTheSameAsAFullComparison(Change change) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            StatementTable table = table(10);
            StatementStats row = table.schema("shop").statement(digests.get(0));
            for (Change each : Change.values()) {
                each.of(row, random);
            }
            StatementDeltas deltas = StatementDeltas.fromBegin(table);
            FullComparison reference = new FullComparison();
            assertThat(next(deltas)).hasSize(1).isEqualTo(reference.next(table, false));
            assertThat(next(deltas)).isEmpty();
            change.of(row, random);
            assertThat(next(deltas)).as("seed=%d", seed).isEqualTo(reference.next(table, false));
        }
    }

    @Test
    void changes_ofARow_areAllTried() {
        Set<String> methods = new TreeSet<>();
        for (Class<?> type : List.of(StatementStats.class, Totals.class)) {
            Stream.of(type.getDeclaredMethods())
                    .filter(method -> method.getReturnType() == void.class)
                    .map(Method::getName)
                    .filter(name -> name.startsWith("add"))
                    .forEach(methods::add);
        }
        // private parts of add
        methods.removeAll(Set.of("addFailure", "addParts", "addErrors"));
        Set<String> tried =
                new TreeSet<>(Stream.of(Change.values()).map(Change::name).toList());
        assertThat(tried).containsAll(methods);
    }

    @Test
    void next_randomChanges_reportsTheSameAsAFullComparison() {
        for (int seed = 0; seed < SCHEDULES; seed++) {
            Random random = new Random(seed);
            StatementTable table = table(1 + random.nextInt(digests.size()));
            StatementDeltas often = StatementDeltas.fromBegin(table);
            StatementDeltas seldom = StatementDeltas.fromBegin(table);
            FullComparison oftenExpected = new FullComparison();
            FullComparison seldomExpected = new FullComparison();
            boolean oftenReset = false;
            boolean seldomReset = false;
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(100);
                if (dice < 60) {
                    StatementStats row = table.schema("shop").statement(digests.get(random.nextInt(digests.size())));
                    Change.values()[random.nextInt(Change.values().length)].of(row, random);
                } else if (dice < 90) {
                    assertThat(next(often)).as("seed=%d", seed).isEqualTo(oftenExpected.next(table, oftenReset));
                    oftenReset = false;
                } else if (dice < 94) {
                    assertThat(next(seldom)).as("seed=%d", seed).isEqualTo(seldomExpected.next(table, seldomReset));
                    seldomReset = false;
                } else if (dice < 96) {
                    table.resetHistograms();
                    oftenReset = true;
                    seldomReset = true;
                } else {
                    leave(table, dice);
                }
            }
        }
    }

    private static void leave(StatementTable table, int dice) {
        switch (dice) {
            case 96 -> table.evictColdest(2);
            case 97 -> table.reset();
            case 98 -> table.resetEvents();
            default -> table.resetGlobal();
        }
    }
}
