package dev.tollbooth.internal.ru.postgres;

import org.jspecify.annotations.Nullable;

/**
 * One operator of a plan as PostgreSQL describes it: what names it, and what it has touched.
 *
 * <p>Not thread-safe: lives while a plan is read.
 */
final class PlanNode {

    private String type = "";
    private @Nullable String parent;
    private @Nullable String strategy;
    private @Nullable String partial;
    private @Nullable String operation;
    private @Nullable String command;
    private @Nullable String direction;
    private @Nullable String joinType;
    private @Nullable String index;
    private @Nullable String source;

    /** Blocks of shared, local and temporary tables, hit or read, by this operator and those below; below 0: not said. */
    double blocks = -1;

    double walBytes;

    /** Takes the value of {@code key}, or passes over it. */
    void take(String key, JsonScanner json) {
        switch (key) {
            case "Node Type" -> type = json.string();
            case "Parent Relationship" -> parent = json.string();
            case "Strategy" -> strategy = json.string();
            case "Partial Mode" -> partial = json.string();
            case "Operation" -> operation = json.string();
            case "Command" -> command = json.string();
            case "Scan Direction" -> direction = json.string();
            case "Join Type" -> joinType = json.string();
            case "Index Name" -> index = json.string();
            case "Relation Name", "CTE Name", "Function Name", "Table Function Name", "Tuplestore Name" ->
                source = json.string();
            case "Shared Hit Blocks",
                    "Shared Read Blocks",
                    "Local Hit Blocks",
                    "Local Read Blocks",
                    "Temp Read Blocks" -> blocks = Math.max(0, blocks) + json.number();
            case "WAL Bytes" -> walBytes = json.number();
            default -> json.skip();
        }
    }

    boolean isWrite() {
        return type.equals("ModifyTable");
    }

    /** Returns its line: operator, join type, index and table; nothing that differs between executions. */
    String line(int depth) {
        StringBuilder line = new StringBuilder("  ".repeat(depth));
        if ("InitPlan".equals(parent) || "SubPlan".equals(parent)) {
            line.append(parent).append(": ");
        }
        add(line, "", "Simple".equals(partial) ? null : partial, " ");
        add(line, "", "Plain".equals(strategy) ? null : strategy, " ");
        line.append(isWrite() && operation != null ? operation : type);
        add(line, " (", isWrite() ? null : operation, ")");
        add(line, " ", command, "");
        add(line, " ", "Backward".equals(direction) ? direction : null, "");
        add(line, " (", joinType, ")");
        add(line, " using ", index, "");
        add(line, " on ", source, "");
        return line.append('\n').toString();
    }

    private static void add(StringBuilder line, String before, @Nullable String value, String behind) {
        if (value != null) {
            line.append(before).append(value).append(behind);
        }
    }
}
