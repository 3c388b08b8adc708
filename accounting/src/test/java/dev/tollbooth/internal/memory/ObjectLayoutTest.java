package dev.tollbooth.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ObjectLayoutTest {

    private static final int INSTANCES = 10_000;

    private final AllocatedBytes allocated = AllocatedBytes.ofThisJvm();
    private final ObjectLayout layout = ObjectLayout.calibrate(allocated);

    @SuppressWarnings({"unused", "UnusedVariable"})
    private static class Parent {
        private byte flag;
        private Object reference;
    }

    @SuppressWarnings({"unused", "UnusedVariable"})
    private static final class Child extends Parent {
        private long number;
        private boolean other;
        private String name = "";
    }

    /** Returns the mean of the bytes that {@code maker} allocates. */
    private double truth(Supplier<?> maker) {
        Object[] keep = new Object[INSTANCES];
        double mean = 0;
        for (int round = 0; round < 2; round++) {
            long before = allocated.current();
            for (int i = 0; i < INSTANCES; i++) {
                keep[i] = maker.get();
            }
            mean = (allocated.current() - before) / (double) INSTANCES;
        }
        assertThat(keep).doesNotContainNull();
        return mean;
    }

    private static org.assertj.core.data.Offset<Double> onePercentOf(double bytes) {
        return within(bytes / 100);
    }

    @Test
    void calibrate_thisJvm_isWithinOnePercentOfWhatItAllocates() {
        assertThat(layout.calibrated()).isTrue();
        for (Class<?> type : List.of(Object.class, Child.class, Parent.class, AtomicLong.class, ArrayList.class)) {
            double truth = truth(() -> make(type));
            assertThat((double) layout.shallow(type)).as(type.getName()).isCloseTo(truth, onePercentOf(truth));
        }
        for (int length : new int[] {0, 1, 3, 4, 5, 8, 12, 13, 100, 1_001}) {
            double bytes = truth(() -> new byte[length]);
            assertThat((double) layout.array(length, 1))
                    .as("byte[" + length + "]")
                    .isCloseTo(bytes, onePercentOf(bytes));
            double longs = truth(() -> new long[length]);
            assertThat((double) layout.array(length, 8))
                    .as("long[" + length + "]")
                    .isCloseTo(longs, onePercentOf(longs));
            double objects = truth(() -> new Object[length]);
            assertThat((double) layout.references(length))
                    .as("Object[" + length + "]")
                    .isCloseTo(objects, onePercentOf(objects));
        }
    }

    private static Object make(Class<?> type) {
        if (type == Child.class) {
            return new Child();
        } else if (type == Parent.class) {
            return new Parent();
        } else if (type == AtomicLong.class) {
            return new AtomicLong();
        }
        return type == ArrayList.class ? new ArrayList<>() : new Object();
    }

    @Test
    void string_latinAndOther_countsOneOrTwoBytesACharacter() {
        for (String text : List.of("select ?", "sélect ?", "x".repeat(333))) {
            char[] characters = text.toCharArray();
            double truth = truth(() -> new String(characters));
            assertThat((double) layout.string(text)).as(text).isCloseTo(truth, onePercentOf(truth));
        }
        long shell = layout.string("") - layout.array(0, 1);
        assertThat(layout.string("выбрать ?")).isEqualTo(shell + layout.array(18, 1));
        assertThat(layout.string("x".repeat(333) + "\u2026")).isEqualTo(shell + layout.array(668, 1));
    }

    @Test
    void calibrate_noCounter_isTheUsualLayout() {
        assertThat(ObjectLayout.calibrate(() -> AllocatedBytes.UNKNOWN)).isEqualTo(ObjectLayout.USUAL);
        assertThat(ObjectLayout.calibrate(() -> 0)).isEqualTo(ObjectLayout.USUAL);
        AtomicLong wild = new AtomicLong();
        assertThat(ObjectLayout.calibrate(() -> wild.addAndGet(1_000_000))).isEqualTo(ObjectLayout.USUAL);
        assertThat(ObjectLayout.USUAL.calibrated()).isFalse();
    }

    @Test
    void mapTable_entries_isTheTableOfAConcurrentMap() {
        assertThat(layout.mapTable(0)).isEqualTo(layout.references(16));
        assertThat(layout.mapTable(11)).isEqualTo(layout.references(16));
        assertThat(layout.mapTable(12)).isEqualTo(layout.references(32));
        assertThat(layout.mapTable(20_000)).isEqualTo(layout.references(32_768));
    }

    @Test
    void construct_impossibleLayout_isRefused() {
        assertThatThrownBy(() -> new ObjectLayout(12, 16, 5, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reference=5");
    }
}
