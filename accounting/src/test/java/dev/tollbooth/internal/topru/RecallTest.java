package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RecallTest {

    private static final int KEYS = 1_000_000;
    private static final int INCREMENTS = 2_000_000;

    @Test
    void zipfOfAMillionKeys_namesNearlyAllOfTheTop() {
        double recall = Recall.ofStream(Recall.zipf(KEYS, new Random(1)), KEYS, INCREMENTS, 200);
        System.out.println("recall: zipf 1.0, keys=" + KEYS + ", increments=" + INCREMENTS + ": " + recall);
        assertThat(recall).isGreaterThan(0.99);
    }

    @Test
    void wavesOfOneShots_doNotHideKeysOfManySmallIncrements() {
        Random random = new Random(2);
        int[] next = {1000};
        // 200 keys, each in one of 2,000 increments, between waves of keys that come once
        IntSupplier stream = () -> random.nextInt(10) == 0 ? random.nextInt(200) : next[0]++;
        double recall = Recall.ofStream(stream, INCREMENTS + 1000, INCREMENTS, 200);
        System.out.println("recall: waves of one-shots, increments=" + INCREMENTS + ": " + recall);
        assertThat(recall).isGreaterThan(0.9);
    }

    @Test
    void roundRobinOverMoreKeysThanAdmitted_namesFairly() {
        int[] next = {0};
        IntSupplier stream = () -> next[0]++ % 100_000;
        double recall = Recall.ofStream(stream, 100_000, INCREMENTS, 200);
        System.out.println("recall: round robin of equals: " + recall);
        assertThat(recall).isEqualTo(1);
    }
}
