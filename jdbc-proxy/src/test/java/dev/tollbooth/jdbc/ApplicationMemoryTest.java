package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.spi.MemoryTraceProvider;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the memory that an application reports itself. */
@Tag("jdk")
class ApplicationMemoryTest {

    private static final long MB = 1 << 20;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static Tollbooth tollbooth(String name) {
        return Tollbooth.builder().setting("name", name).build();
    }

    private static ObjectName memory(String name) throws MalformedObjectNameException {
        return new ObjectName("dev.tollbooth:type=Memory,instance=" + name);
    }

    /** Returns the tree as collapsed stacks: a line for each node with bytes of its own. */
    private String collapsed(String name) throws Exception {
        return (String) server.invoke(memory(name), "collapsed", new Object[0], new String[0]);
    }

    private long tracked(String name) throws Exception {
        return (Long) server.getAttribute(memory(name), "Tracked");
    }

    @Test
    void provider_whileItIsRegistered_isANodeThatCounts() throws Exception {
        try (Tollbooth tollbooth = tollbooth("provider")) {
            long before = tracked("provider");
            MemoryTraceProvider songs = node -> {
                node.accept("", 3 * MB);
                node.accept("entries/keys", 7 * MB);
                node.accept("entries/keys", 1);
                node.accept("negative", -5);
            };
            try (AutoCloseable registered = tollbooth.register("song cache", songs)) {
                assertThat(collapsed("provider"))
                        .contains("tollbooth;application;song cache " + 3 * MB + "\n")
                        .contains("tollbooth;application;song cache;entries;keys " + (7 * MB + 1) + "\n");
                assertThat(tracked("provider") - before).isGreaterThan(9 * MB);
            }
            assertThat(collapsed("provider")).doesNotContain("application");
        }
    }

    @Test
    void provider_ofTooManyNodes_keepsItsBytes() throws Exception {
        try (Tollbooth tollbooth = tollbooth("many")) {
            tollbooth.register("many", node -> {
                for (int i = 0; i < 200; i++) {
                    node.accept("part " + i, 1_000);
                }
                node.accept("a/b/c/d/e/f/g/h/i/j", 50);
            });
            String lines = collapsed("many");
            assertThat(lines.lines().filter(line -> line.contains(";many;part ")))
                    .hasSize(64);
            // the bytes without room count as the provider's own
            assertThat(lines).contains(";many " + (136 * 1_000 + 50) + "\n").doesNotContain(";i;j", ";j ");
        }
    }

    @Test
    void provider_thatThrowsOrHangs_harmsNobody() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        try (Tollbooth tollbooth = tollbooth("bad")) {
            tollbooth.register("throws", node -> {
                node.accept("", 77 * MB);
                throw new IllegalStateException("planted");
            });
            tollbooth.register("hangs", node -> {
                asked.incrementAndGet();
                try {
                    forever.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            tollbooth.register("good", node -> node.accept("", 5 * MB));
            for (int i = 0; i < 8; i++) {
                assertThat(collapsed("bad")).contains(";good " + 5 * MB + "\n").doesNotContain(String.valueOf(77 * MB));
            }
            assertThat(asked).as("it is left out after five times").hasValue(5);
        } finally {
            forever.countDown();
        }
    }

    @Test
    void register_withoutAName_isRefused() {
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build()) {
            assertThatThrownBy(() -> tollbooth.register("", node -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 64");
        }
    }
}
