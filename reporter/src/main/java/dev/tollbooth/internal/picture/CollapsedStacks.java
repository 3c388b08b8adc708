package dev.tollbooth.internal.picture;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.memory.MemoryTrace;

/**
 * A formatter of the memory trace as collapsed stacks, which flame graph tools read: lines such as {@code a;b;c 1024}.
 */
public final class CollapsedStacks {

    private CollapsedStacks() {}

    /** Returns one line for each node with tracked bytes of its own. */
    public static String of(MemoryTrace trace) {
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
