package dev.tollbooth.internal.topru;

import java.util.Comparator;

/** A quickselect, which finds the first n items of an order in linear time. */
public final class Selection {

    private Selection() {}

    /**
     * Moves items within {@code items[from, to)} so that {@code items[0, n)} are the first by {@code order}, unsorted.
     * Items outside of {@code [from, to)} must already be in place.
     */
    public static <T> void firstOf(T[] items, int from, int to, int n, Comparator<? super T> order) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            T pivot = medianOfThree(items, low, high, order);
            int i = low;
            int j = high;
            while (i <= j) {
                while (order.compare(items[i], pivot) < 0) {
                    i++;
                }
                while (order.compare(items[j], pivot) > 0) {
                    j--;
                }
                if (i <= j) {
                    swap(items, i++, j--);
                }
            }
            // items[low..j] <= pivot <= items[i..high]
            if (n - 1 <= j) {
                high = j;
            } else if (n - 1 >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    /** Returns the {@code n}-th greatest of {@code values}; reorders the array. */
    static long greatest(long[] values, int n) {
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            long pivot = medianOfThree(values[low], values[(low + high) >>> 1], values[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] > pivot) {
                    i++;
                }
                while (values[j] < pivot) {
                    j--;
                }
                if (i <= j) {
                    long kept = values[i];
                    values[i++] = values[j];
                    values[j--] = kept;
                }
            }
            // values[low..j] >= pivot >= values[i..high]
            if (n - 1 <= j) {
                high = j;
            } else if (n - 1 >= i) {
                low = i;
            } else {
                return pivot;
            }
        }
        return values[n - 1];
    }

    private static long medianOfThree(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Returns a number for {@code value} that is ordered as {@link Double#compare} orders values. */
    static long sortable(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static <T> T medianOfThree(T[] items, int low, int high, Comparator<? super T> order) {
        T a = items[low];
        T b = items[(low + high) >>> 1];
        T c = items[high];
        if (order.compare(a, b) > 0) {
            T swapped = a;
            a = b;
            b = swapped;
        }
        if (order.compare(b, c) <= 0) {
            return b;
        }
        return order.compare(a, c) > 0 ? a : c;
    }

    static <T> void swap(T[] items, int i, int j) {
        T kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}
