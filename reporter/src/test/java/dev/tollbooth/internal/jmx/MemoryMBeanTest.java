package dev.tollbooth.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryMBeanTest {

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final ObjectName name = memoryName();
    private final MemoryTraceManager traces = new MemoryTraceManager();
    private final HeapProfileRecorder recorder = new HeapProfileRecorder(() -> {});
    private final ExposedMemory memory =
            new ExposedMemory(traces, recorder, new MemoryLimit(64 << 20, () -> 0), recorder::record);

    @BeforeEach
    void register() throws Exception {
        server.registerMBean(MemoryMBean.of(memory), name);
    }

    private TabularData rows(String attribute) throws Exception {
        return (TabularData) server.getAttribute(name, attribute);
    }

    private Object call(String operation, Object... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i].getClass().getName();
        }
        return server.invoke(name, operation, arguments, signature);
    }

    private static ObjectName memoryName() {
        try {
            return new ObjectName("dev.tollbooth:type=Memory,instance=default");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void memory_parts_areShownAsTablesAndPictures() throws Exception {
        traces.register(MemoryPart.ACCOUNTING, "digest cache", node -> {
            node.own(1_000);
            node.measure(1_200);
        });
        long[] held = {3_000};
        recorder.add("digest cache", () -> held[0], () -> 3_500);
        CompositeData cache = rows("Tree").get(new Object[] {"tollbooth/accounting/digest cache"});
        assertThat(cache.get("tracked")).isEqualTo(1_000L);
        assertThat(cache.get("measured")).isEqualTo(1_200L);
        assertThat(server.getAttribute(name, "Tracked")).isEqualTo(1_000L);
        assertThat(server.getAttribute(name, "Limit")).isEqualTo(64L << 20);
        assertThat((String) call("text")).contains("digest cache");
        assertThat(rows("Steps").values())
                .extracting(step -> ((CompositeData) step).get("order"))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(rows("HeapProfile").get(new Object[] {"digest cache"}).get("awaiting"))
                .isEqualTo(500L);
        assertThat((String) call("svg")).startsWith("<svg ");
        assertThat(call("collapsed")).isEqualTo("tollbooth;accounting;digest cache 1000\n");
    }

    @Test
    void memoryFlameGraph_path_getsThePictureAndOtherFilesAreLeftAlone(@TempDir Path directory) throws Exception {
        Path picture = directory.resolve("memory.svg");
        for (int i = 0; i < 2; i++) {
            assertThat(call("flameGraph", picture.toString())).isEqualTo(picture.toString());
            assertThat(picture).content().startsWith("<svg ").endsWith("</svg>\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(picture)))
                    .isEqualTo("rw-------");
        }
        Path other = Files.writeString(directory.resolve("notes"), "mine");
        Path nowhere = directory.resolve("missing").resolve("memory.svg");
        for (Object[] refused : new Object[][] {
            {other, "exists and holds no SVG"}, {nowhere, "no such directory"}, {directory, "exists and holds no SVG"}
        }) {
            assertThatThrownBy(() -> call("flameGraph", refused[0].toString()))
                    .rootCause()
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> call("flameGraph", refused[0].toString()))
                    .cause()
                    .hasMessageContaining("path=" + refused[0])
                    .hasMessageContaining("reason=" + refused[1]);
        }
        assertThat(other).hasContent("mine");
    }
}
