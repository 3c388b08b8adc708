package dev.tollbooth.internal.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests how figures add up: 10,000 random pairs, and unknown figures. */
class FiguresTest {

    private static final int PAIRS = 10_000;

    /** Returns random figures, whose request units are multiples of an eighth, so that sums are exact. */
    private static Figures random(Random random) {
        if (random.nextInt(20) == 0) {
            return Figures.NONE;
        }
        Figures.Builder builder = Figures.builder();
        for (Figure figure : Figure.values()) {
            if (figure.addition() != Addition.DERIVED && random.nextInt(5) > 0) {
                builder.set(figure, (long) random.nextInt(4));
            }
        }
        if (random.nextBoolean()) {
            builder.ru(List.of("estimate", "postgres", "warning").get(random.nextInt(3)), random.nextInt(50) / 8.0);
        }
        if (random.nextBoolean()) {
            builder.errorsByClass(Map.of("23", 1L + random.nextInt(5)));
        }
        long[] counts = {random.nextInt(3), random.nextInt(3), 1};
        return builder.set(Figure.ALLOCATED, random.nextBoolean() ? null : Long.valueOf(random.nextInt(9)))
                .sampled(random.nextBoolean())
                .histogram(
                        random.nextBoolean()
                                ? HistogramSnapshot.EMPTY
                                : HistogramSnapshot.of(random.nextInt(LatencyBuckets.COUNT - 3), counts))
                .build();
    }

    @Test
    void plus_of10000RandomPairs_isCommutativeAndAssociative() {
        Random random = new Random(47);
        for (int i = 0; i < PAIRS; i++) {
            Figures a = random(random);
            Figures b = random(random);
            Figures c = random(random);
            assertThat(a.plus(b)).isEqualTo(b.plus(a));
            assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
            assertThat(a.plus(Figures.NONE)).isEqualTo(a);
        }
    }

    /**
     * Tests that the minimum and maximum of a rest are unknown, and that a figure of the part only is 0 in the rest.
     */
    @Test
    void minus_ofASum_isTheOtherSideButForMaximaAndWhatThatDidNotKnow() {
        Random random = new Random(48);
        Set<Figure> unlike = new HashSet<>();
        for (int i = 0; i < PAIRS; i++) {
            Figures a = random(random);
            Figures b = random(random);
            Figures rest = a.plus(b).minus(b);
            for (Figure figure : Figure.values()) {
                boolean bothKnow = a.get(figure) != null && b.get(figure) != null;
                if (bothKnow && !a.get(figure).equals(rest.get(figure))) {
                    unlike.add(figure);
                }
            }
            if (!a.histogram().equals(HistogramSnapshot.EMPTY)) {
                assertThat(rest.histogram()).isEqualTo(a.histogram());
            }
            assertThat(rest.errorsByClass()).isEqualTo(a.errorsByClass());
        }
        assertThat(unlike)
                .allMatch(figure -> figure.addition() == Addition.MOST || figure.addition() == Addition.LEAST);
        assertThat(unlike).contains(Figure.MAX, Figure.MIN);
    }

    @Test
    void ru_ofTwoSources_isMixedAndHasNoNumber() {
        Figures estimate =
                Figures.builder().set(Figure.COUNT, 2).ru("estimate", 1.5).build();
        Figures postgres =
                Figures.builder().set(Figure.COUNT, 3).ru("postgres", 4.0).build();
        Figures unknown = Figures.builder().set(Figure.COUNT, 5).build();
        assertThat(estimate.plus(estimate).get(Figure.RU)).isEqualTo(3.0);
        assertThat(estimate.plus(unknown).get(Figure.RU)).isEqualTo(1.5);
        assertThat(unknown.get(Figure.RU)).isNull();
        assertThat(unknown.ruSource()).isNull();
        Figures mixed = estimate.plus(postgres).plus(unknown);
        assertThat(mixed.get(Figure.RU)).isNull();
        assertThat(mixed.get(Figure.AVG_RU)).isNull();
        assertThat(mixed.isRuMixed()).isTrue();
        assertThat(mixed.asMap(List.of(Figure.COUNT, Figure.RU)))
                .containsEntry("count", 10L)
                .containsEntry("ru", null)
                .containsEntry("ruSource", "mixed")
                .containsEntry("ruBySource", Map.of("estimate", 1.5, "postgres", 4.0));
        assertThat(Figure.RU.rank(mixed)).isNegative().isEqualTo(Figure.RU.rank(unknown));
        assertThat(mixed.minus(postgres).get(Figure.RU)).isEqualTo(1.5);
        assertThat(estimate.minus(estimate).get(Figure.RU)).isEqualTo(0.0);
        assertThat(mixed.minus(mixed).asMap(List.of(Figure.RU)))
                .as("nothing was spent since, whoever tells it")
                .containsEntry("ru", 0.0)
                .containsEntry("ruBySource", Map.of("estimate", 0.0, "postgres", 0.0));
        assertThat(mixed.minus(mixed).plus(estimate).plus(postgres).get(Figure.RU))
                .isNull();
    }

    @Test
    void figures_thatNobodyKnows_areNullAndNotZero() {
        for (Figure figure : Figure.values()) {
            assertThat(Figures.NONE.get(figure)).as(figure.key()).isNull();
            assertThat(figure.rank(Figures.NONE)).isEqualTo(-1);
        }
        Figures silent = Figures.builder()
                .set(Figure.ROWS_READ, 0)
                .set(Figure.ROWS_CHANGED, 0)
                .set(Figure.ROWS_UNKNOWN, 4)
                .build();
        assertThat(silent.get(Figure.ROWS)).isNull();
        assertThat(silent.get(Figure.ROWS_CHANGED)).isNull();
        Figures partly =
                silent.plus(Figures.builder().set(Figure.ROWS_CHANGED, 7).build());
        assertThat(partly.get(Figure.ROWS)).isEqualTo(7L);
        assertThat(partly.minus(partly).get(Figure.ROWS)).isEqualTo(0L);
    }

    @Test
    void catalogue_hasNoKeyTitleOrColumnTwice() {
        assertThat(Arrays.stream(Figure.values()).map(Figure::key)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Figure.values()).map(Figure::title)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Figure.values()).map(Figure::column).filter(column -> !column.isEmpty()))
                .doesNotHaveDuplicates();
        assertThat(Figure.values()).allMatch(figure -> !figure.sentence().isEmpty());
        assertThat(Figure.ofWord("P99")).isEqualTo(Figure.P99);
        assertThat(Figure.ofWord("memory")).isEqualTo(Figure.ALLOCATED);
        assertThat(Figure.ofWord("nothing")).isNull();
    }

    @Test
    void ofWord_titleOfAColumn_isItsFigureAsInEveryTable() {
        for (Figure figure : Figure.ORDERS) {
            assertThat(Figure.ofWord(figure.title())).isEqualTo(figure);
            assertThat(Figure.ofWord(figure.word())).isEqualTo(figure);
        }
        assertThat(Figure.ofWord("allocated")).isEqualTo(Figure.ALLOCATED);
    }
}
