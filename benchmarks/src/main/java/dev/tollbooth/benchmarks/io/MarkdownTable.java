package dev.tollbooth.benchmarks.io;

import java.util.List;

/** A writer of Markdown that prints each row when it was measured. */
final class MarkdownTable {

    private final String title;
    private final List<String> columns;
    private boolean begun;

    MarkdownTable(String title, List<String> columns) {
        this.title = title;
        this.columns = columns;
    }

    void row(String name, List<String> cells) {
        if (!begun) {
            begun = true;
            System.out.println("\n**" + title + "**\n\n| | " + String.join(" | ", columns) + " |");
            System.out.println("|---|" + "---|".repeat(columns.size()));
        }
        System.out.println("| " + name + " | " + String.join(" | ", cells) + " |");
    }
}
