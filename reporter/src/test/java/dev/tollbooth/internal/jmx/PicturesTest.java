package dev.tollbooth.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PicturesTest {

    private static final long MB = 1 << 20;

    private static MemoryTrace trace() {
        MemoryTraceManager manager = new MemoryTraceManager();
        manager.register(MemoryPart.PROXY, "sessions", node -> node.own(3 * MB / 4));
        manager.register(MemoryPart.ACCOUNTING, "digest cache", node -> {
            node.own(MB / 16);
            node.child("texts").own(2 * MB);
            node.child("digests").own(5 * MB);
            node.child("digests").measure(5 * MB + MB / 3);
        });
        manager.register(MemoryPart.ACCOUNTING, "statement table", node -> {
            node.own(4 * MB);
            node.measure(4 * MB - MB / 5);
        });
        manager.register(MemoryPart.ACCOUNTING, "histograms", node -> node.own(3 * MB));
        manager.register(MemoryPart.ACCOUNTING, "query samples", node -> node.own(20_000));
        manager.register(MemoryPart.TOP_RU, "second tier <a & b>", node -> node.own(2 * MB));
        manager.register(MemoryPart.TOP_RU, "buckets", node -> node.own(MB));
        manager.register(MemoryPart.REPORTER, "queue; \"file\"", node -> {
            throw new IllegalStateException();
        });
        return manager.snapshot();
    }

    @Test
    void text_trace_hasALineForEachNodeWithBothFigures() {
        String text = MemoryText.tree(trace());

        assertThat(text.lines())
                .hasSize(1 + 16)
                .contains(
                        "    17.83 MB    17.96 MB  100.0 %  tollbooth",
                        "     7.06 MB     7.40 MB   39.6 %      digest cache",
                        "     5.00 MB     5.33 MB   28.0 %        digests",
                        "    0.750 MB           -    4.2 %      sessions",
                        "      failed           -    0.0 %      queue; \"file\"");
    }

    @Test
    void collapsedStacks_trace_addUpToTheTotal() {
        MemoryTrace trace = trace();
        List<String> lines = MemoryText.collapsed(trace).lines().toList();
        long sum = lines.stream()
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        assertThat(sum).isEqualTo(trace.totalBytes());
        assertThat(lines).contains("tollbooth;accounting;digest cache;texts " + 2 * MB);
    }

    @Test
    void flameGraph_trace_isXmlWithEveryPartAndItsFigures() throws Exception {
        String svg = FlameGraph.of(trace());
        Path written = Path.of("target", "memory-flame-graph.svg");
        Files.writeString(written, svg);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        NodeList texts = document.getElementsByTagName("text");
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < texts.getLength(); i++) {
            all.append(texts.item(i).getTextContent()).append('\n');
        }
        assertThat(all)
                .contains("17.83 MB tracked (100.0 %), 17.96 MB measured")
                .contains("second tier <a & b>", "query samples", "5.33 MB", "39.6 %", "failed");
        assertThat(svg).doesNotContain("<script", "href");
    }

    @Test
    void everyPicture_emptyTrace_isDrawn() {
        MemoryTrace empty = new MemoryTraceManager().snapshot();

        assertThat(MemoryText.tree(empty)).contains("0.000 MB", "0.0 %");
        assertThat(MemoryText.collapsed(empty)).isEmpty();
        assertThat(FlameGraph.of(empty)).endsWith("</svg>\n");
    }

    /**
     * A text that begins a line, moves a terminal's cursor, reverses the following text, and contains half of a pair.
     */
    private static final String FROM_OUTSIDE = "sink\nforged 1\r\u001b[2J\u0007\u009b2K\u202e\u2028\ud83d\"\\<&;";

    @Test
    void anyPicture_ofANameFromOutside_isPrintable() throws Exception {
        MemoryTraceManager manager = new MemoryTraceManager();
        manager.register(MemoryPart.REPORTER, FROM_OUTSIDE, node -> node.own(9 * MB));
        MemoryTrace trace = manager.snapshot();
        String text = MemoryText.tree(trace);
        String collapsed = MemoryText.collapsed(trace);
        String svg = FlameGraph.of(trace);

        String escaped = "sink\\u000aforged 1\\u000d\\u001b[2J\\u0007\\u009b2K\\u202e\\u2028\\ud83d";
        assertThat(text).contains("  " + escaped + "\"\\<&;\n");
        assertThat(collapsed).contains(";" + escaped + "\"\\<&, " + 9 * MB + "\n");
        assertThat(svg).contains(">" + escaped + "&quot;\\&lt;&amp;;");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        for (String picture : List.of(text, collapsed, svg)) {
            assertThat(picture.chars()
                            .filter(c -> c != '\n' && (Character.isISOControl(c) || c >= 0x2000 && c != 0x2013)))
                    .isEmpty();
        }
    }
}
