package dev.tollbooth.accounting.ru;

import java.util.Comparator;

/** Quickselect: the first n of an order, in linear time. */
final class Selection {

    private Selection() {}

    /** Moves the {@code n} first of {@code items[0, size)} by {@code order} to the front, in no order of their own. */
    static <T> void firstOf(T[] items, int size, int n, Comparator<? super T> order) {
        int low = 0;
        int high = size - 1;
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

    private static <T> void swap(T[] items, int i, int j) {
        T kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}
