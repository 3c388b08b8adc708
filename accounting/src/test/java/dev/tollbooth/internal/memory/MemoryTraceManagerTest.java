package dev.tollbooth.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MemoryTraceManagerTest {

    private final MemoryTraceManager manager = new MemoryTraceManager();

    private static MemoryTrace node(MemoryTrace root, String... path) {
        MemoryTrace node = root;
        for (String name : path) {
            node = node.children().stream()
                    .filter(child -> child.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
        return node;
    }

    @Test
    void snapshot_withoutProviders_hasTheFivePartsAndNoBytes() {
        MemoryTrace root = manager.snapshot();

        assertThat(root.name()).isEqualTo("tollbooth");
        assertThat(root.children())
                .extracting(MemoryTrace::name)
                .containsExactly("proxy", "accounting", "TopRU", "reporter", "sql tables");
        assertThat(root.totalBytes()).isZero();
        assertThat(root.isMeasured()).isFalse();
    }

    @Test
    void snapshot_nodeWithChildren_totalIsOwnAndChildren() {
        manager.register(MemoryPart.ACCOUNTING, "statement table", trace -> {
            trace.own(100);
            trace.child("rows").own(30);
            trace.child("rows").own(3);
            trace.child("schemas").own(7);
        });
        MemoryTrace table = node(manager.snapshot(), "accounting", "statement table");

        assertThat(table.ownBytes()).isEqualTo(100);
        assertThat(table.totalBytes()).isEqualTo(140);
        assertThat(table.children()).hasSize(2);
    }

    @Test
    void snapshot_measuredBesideUnmeasured_countsTrackedWhereNothingMeasures() {
        manager.register(MemoryPart.ACCOUNTING, "digest cache", trace -> {
            trace.own(100);
            trace.measure(130);
        });
        manager.register(MemoryPart.PROXY, "sessions", trace -> trace.own(50));
        MemoryTrace root = manager.snapshot();

        assertThat(root.totalBytes()).isEqualTo(150);
        assertThat(root.totalMeasuredBytes()).isEqualTo(180);
        assertThat(node(root, "proxy", "sessions").isMeasured()).isFalse();
        assertThat(node(root, "accounting", "digest cache").isMeasured()).isTrue();
        assertThat(node(root, "accounting", "digest cache").totalMeasuredBytes())
                .isEqualTo(130);
    }

    @Test
    void tracked_measuredNode_isNotAskedForWhatIsMeasured() {
        manager.register(MemoryPart.ACCOUNTING, "digest cache", trace -> {
            trace.own(100);
            trace.child("digests").own(20);
            trace.child("digests").measure(() -> {
                throw new IllegalStateException("measured");
            });
        });
        MemoryTrace root = manager.tracked();

        assertThat(root.totalBytes()).isEqualTo(120);
        assertThat(root.isMeasured()).isFalse();
        assertThat(manager.snapshot().totalBytes()).isZero();
    }

    @Test
    void show_memoryOfTheApplication_isInTheTreeAndDoesNotCount() {
        manager.register(MemoryPart.PROXY, "sessions", trace -> trace.own(50));
        manager.show(MemoryPart.PROXY, "running queries", trace -> trace.own(1_000));
        assertThat(manager.snapshot().totalBytes()).isEqualTo(1_050);
        assertThat(manager.counted().totalMeasuredBytes()).isEqualTo(50);
        assertThat(manager.tracked().totalBytes()).isEqualTo(50);
        assertThat(manager.snapshot().ownBytesByPath())
                .containsEntry("proxy", 0L)
                .containsEntry("proxy/sessions", 50L)
                .containsEntry("proxy/running queries", 1_000L)
                .hasSize(7);
    }

    @Test
    void snapshot_providerThrows_marksItsNodeAndKeepsTheOthers() {
        manager.register(MemoryPart.TOP_RU, "buckets", trace -> {
            trace.own(1);
            trace.child("half done").own(2);
            throw new IllegalStateException();
        });
        manager.register(MemoryPart.TOP_RU, "second tier", trace -> trace.own(9));
        MemoryTrace root = manager.snapshot();

        assertThat(node(root, "TopRU", "buckets").isFailed()).isTrue();
        assertThat(node(root, "TopRU", "buckets").children()).isEmpty();
        assertThat(root.totalBytes()).isEqualTo(9);
        assertThat(root.isFailed()).isFalse();
    }

    @Test
    void register_closed_takesOnlyItsOwnOut() {
        Consumer<MemoryTrace> provider = trace -> trace.own(5);
        MemoryTraceManager.Registration first = manager.register(MemoryPart.REPORTER, "queue", provider);
        manager.register(MemoryPart.REPORTER, "queue", provider);
        assertThat(manager.snapshot().totalBytes()).isEqualTo(10);

        first.close();
        first.close();

        assertThat(manager.snapshot().totalBytes()).isEqualTo(5);
    }

    @Test
    void snapshot_afterwards_refusesWrites() {
        manager.register(MemoryPart.PROXY, "sessions", trace -> trace.own(5));
        MemoryTrace sessions = node(manager.snapshot(), "proxy", "sessions");

        assertThatThrownBy(() -> sessions.own(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sessions.measure(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sessions.child("new")).hasMessageContaining("node=sessions");
        assertThat(sessions.totalBytes()).isEqualTo(5);
    }

    @Test
    void totalBytes_randomTrees_isTheSumOfAllThatIsOwned() {
        long seed = System.nanoTime();
        System.out.println("seed: " + seed);
        Random random = new Random(seed);
        List<String> names = List.of("a", "b", "c");
        for (int run = 0; run < 200; run++) {
            MemoryTrace root = new MemoryTrace("root");
            long sum = 0;
            for (int i = random.nextInt(40); i > 0; i--) {
                MemoryTrace node = root;
                for (int depth = random.nextInt(5); depth > 0; depth--) {
                    node = node.child(names.get(random.nextInt(names.size())));
                }
                long bytes = random.nextInt(1_000);
                node.own(bytes);
                sum += bytes;
            }
            assertThat(root.totalBytes()).isEqualTo(sum);
            assertThat(root.totalMeasuredBytes()).isEqualTo(sum);
        }
    }
}
