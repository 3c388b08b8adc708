package dev.tollbooth.internal.jmx;

import com.google.errorprone.annotations.FormatMethod;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.memory.MemoryTrace;
import java.util.Locale;

/**
 * A picture of the memory tree as a self-contained SVG. It has a flame graph with the root on top, where the width
 * of a frame stands for its bytes. Below the flame graph is a list of all parts with megabytes, share and measured
 * megabytes, because small frames have no room for their names.
 */
final class FlameGraph {

    private static final int WIDTH = 1_200;
    private static final int MARGIN = 20;
    private static final int TITLE = 64;
    private static final int FRAME = 30;
    private static final int LINE = 24;
    private static final int INDENT = 20;
    private static final double CHARACTER = 7.4;
    private static final int NAME = MARGIN + 26;
    private static final int TRACKED = 560;
    private static final int SHARE = 660;
    private static final int MEASURED = 780;
    private static final int BAR = 800;
    /** The hues of the root's children; deeper nodes have lighter shades of the same hue. */
    private static final int[] HUES = {210, 28, 150, 275, 345, 60};

    private static final int ROOT_HUE = -1;

    private final StringBuilder out = new StringBuilder(8_192);
    private final MemoryTrace root;
    private final long whole;
    private int y;

    private FlameGraph(MemoryTrace root) {
        this.root = root;
        this.whole = Math.max(1, root.totalBytes());
    }

    /** Returns the picture. */
    static String of(MemoryTrace trace) {
        return new FlameGraph(trace).draw();
    }

    private String draw() {
        int frames = TITLE + depth(root) * FRAME;
        int height = frames + 2 * LINE + count(root) * LINE + MARGIN;
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + height + "\" width=\""
                + WIDTH + "\" height=\"" + height
                + "\" font-family=\"Verdana, DejaVu Sans, sans-serif\" font-size=\"13\">\n");
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        text(MARGIN, 28, "start", "font-size=\"18\" font-weight=\"bold\"", "Tollbooth memory");
        text(MARGIN, 50, "start", "fill=\"#444444\"", figures(root));
        frame(root, MARGIN, TITLE, WIDTH - 2.0 * MARGIN, ROOT_HUE, 0);
        y = frames + LINE + LINE / 2;
        headings();
        row(root, ROOT_HUE, 0);
        return out.append("</svg>\n").toString();
    }

    private String figures(MemoryTrace node) {
        return Megabytes.of(node.totalBytes())
                + " tracked ("
                + Megabytes.percent(node.totalBytes(), whole)
                + ")"
                + (node.isMeasured() ? ", " + Megabytes.of(node.totalMeasuredBytes()) + " measured" : "")
                + (node.isFailed() ? ", failed" : "");
    }

    private void frame(MemoryTrace node, double x, int top, double width, int hue, int depth) {
        write(
                "<g><title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>",
                escaped(node.name() + ": " + figures(node)),
                x,
                top,
                Math.max(0.4, width - 1),
                FRAME - 2,
                color(hue, depth));
        String label = fitting(node, (int) ((width - 12) / CHARACTER));
        if (!label.isEmpty()) {
            text(x + 6, top + 19, "start", "", label);
        }
        out.append("</g>\n");
        double childX = x;
        int part = 0;
        for (MemoryTrace child : node.children()) {
            double childWidth = node.totalBytes() == 0 ? 0 : width * child.totalBytes() / node.totalBytes();
            if (child.totalBytes() > 0) {
                frame(child, childX, top + FRAME, childWidth, hue(hue, part), depth + 1);
            }
            childX += childWidth;
            part++;
        }
    }

    /**
     * Returns the longest label that fits: the name with all figures, with the tracked ones, or with the size only. If
     * none of them fits, returns the name, its beginning, or an empty text.
     */
    private String fitting(MemoryTrace node, int characters) {
        String name = node.name();
        String sized = name + "  " + Megabytes.of(node.totalBytes());
        String full = sized + "  " + Megabytes.percent(node.totalBytes(), whole);
        String measured =
                node.isMeasured() ? full + "  (measured " + Megabytes.of(node.totalMeasuredBytes()) + ")" : full;
        if (measured.length() <= characters) {
            return measured;
        } else if (full.length() <= characters) {
            return full;
        } else if (sized.length() <= characters) {
            return sized;
        } else if (name.length() <= characters) {
            return name;
        }
        return characters >= 5 ? name.substring(0, characters - 1) + "\u2026" : "";
    }

    private void headings() {
        String style = "fill=\"#666666\"";
        text(NAME, y, "start", style, "part");
        text(TRACKED, y, "end", style, "tracked");
        text(SHARE, y, "end", style, "share");
        text(MEASURED, y, "end", style, "measured");
    }

    private void row(MemoryTrace node, int hue, int depth) {
        y += LINE;
        long total = node.totalBytes();
        double x = NAME + (double) depth * INDENT;
        square(x - 20, y - 11, 12, color(hue, depth));
        text(x, y, "start", depth < 2 ? "font-weight=\"bold\"" : "", node.name());
        text(TRACKED, y, "end", "", node.isFailed() ? "failed" : Megabytes.of(total));
        text(SHARE, y, "end", "", Megabytes.percent(total, whole));
        text(MEASURED, y, "end", "", node.isMeasured() ? Megabytes.of(node.totalMeasuredBytes()) : "\u2013");
        square(BAR, y - 11, (WIDTH - MARGIN - BAR) * ((double) total / whole), color(hue, depth));
        int part = 0;
        for (MemoryTrace child : node.children()) {
            row(child, hue(hue, part++), depth + 1);
        }
    }

    private void square(double x, int top, double width, String color) {
        write("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"%s\"/>\n", x, top, width, color);
    }

    private void text(double x, int baseline, String anchor, String style, String text) {
        write("<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\" %s>%s</text>\n", x, baseline, anchor, style, escaped(text));
    }

    @FormatMethod
    private void write(String form, Object... values) {
        out.append(String.format(Locale.ROOT, form, values));
    }

    private static int hue(int parent, int part) {
        return parent == ROOT_HUE ? HUES[part % HUES.length] : parent;
    }

    private static String color(int hue, int depth) {
        return hue == ROOT_HUE ? "#d9d9d9" : "hsl(" + hue + ", 65%, " + Math.min(90, 62 + 8 * depth) + "%)";
    }

    private static int depth(MemoryTrace node) {
        int deepest = 0;
        for (MemoryTrace child : node.children()) {
            deepest = Math.max(deepest, child.totalBytes() == 0 ? 0 : depth(child));
        }
        return deepest + 1;
    }

    private static int count(MemoryTrace node) {
        return 1 + node.children().stream().mapToInt(FlameGraph::count).sum();
    }

    private static String escaped(String text) {
        return PrintableText.escape(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
