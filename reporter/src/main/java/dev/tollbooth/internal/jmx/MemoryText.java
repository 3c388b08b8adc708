package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.memory.MemoryTrace;

/**
 * A formatter of the memory trace as text. The tree has tracked and measured megabytes, share of the whole, and name.
 * Collapsed stacks are lines such as {@code a;b;c 1024}, which flame graph tools read.
 */
final class MemoryText {

    private static final int FIGURE_WIDTH = 12;
    private static final int SHARE_WIDTH = 9;
    private static final String INDENT = "  ";

    private MemoryText() {}

    /** Returns a line of headings and one line per node. */
    static String tree(MemoryTrace trace) {
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

    /** Returns one line for each node with tracked bytes of its own, as collapsed stacks. */
    static String collapsed(MemoryTrace trace) {
        StringBuilder out = new StringBuilder();
        add(out, "", trace);
        return out.toString();
    }

    private static void add(StringBuilder out, String above, MemoryTrace node) {
        String path = above + PrintableText.escape(node.name().replace(';', ','));
        long own = node.ownBytes();
        if (own > 0) {
            out.append(path).append(' ').append(own).append('\n');
        }
        for (MemoryTrace child : node.children()) {
            add(out, path + ";", child);
        }
    }
}
