package dev.tollbooth.internal.picture;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.memory.MemoryTrace;

/** A formatter of the memory trace as a tree of text: tracked and measured megabytes, share of the whole, name. */
public final class MemoryText {

    private static final int FIGURE_WIDTH = 12;
    private static final int SHARE_WIDTH = 9;
    private static final String INDENT = "  ";

    private MemoryText() {}

    /** Returns a line of headings and one line per node. */
    public static String of(MemoryTrace trace) {
        StringBuilder out = new StringBuilder();
        right(out, "tracked", FIGURE_WIDTH);
        right(out, "measured", FIGURE_WIDTH);
        right(out, "share", SHARE_WIDTH);
        out.append("  part\n");
        line(out, trace, trace.totalBytes(), 0);
        return out.toString();
    }

    private static void line(StringBuilder out, MemoryTrace node, long whole, int depth) {
        long total = node.totalBytes();
        right(out, node.isFailed() ? "failed" : Megabytes.of(total), FIGURE_WIDTH);
        right(out, node.isMeasured() ? Megabytes.of(node.totalMeasuredBytes()) : "-", FIGURE_WIDTH);
        right(out, Megabytes.percent(total, whole), SHARE_WIDTH);
        out.append(INDENT)
                .append(INDENT.repeat(depth))
                .append(PrintableText.escape(node.name()))
                .append('\n');
        for (MemoryTrace child : node.children()) {
            line(out, child, whole, depth + 1);
        }
    }

    private static void right(StringBuilder out, String text, int width) {
        out.append(" ".repeat(Math.max(1, width - text.length()))).append(text);
    }
}
