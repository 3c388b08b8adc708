package dev.tollbooth.internal.ru.postgres;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One operator of a PostgreSQL plan: its name, and the blocks it touched.
 *
 * <p>Not thread-safe: it lives while a plan is read.
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

    /**
     * The blocks of shared, local and temporary tables, hit or read, of this operator and the operators below it; below
     * 0 if unknown.
     */
    double blocks = -1;

    double walBytes;

    /** Reads the value of {@code key} at the position of {@code json}, or skips it. */
    void take(String key, JsonParser json) throws IOException {
        switch (key) {
            case "Node Type" -> type = string(json);
            case "Parent Relationship" -> parent = string(json);
            case "Strategy" -> strategy = string(json);
            case "Partial Mode" -> partial = string(json);
            case "Operation" -> operation = string(json);
            case "Command" -> command = string(json);
            case "Scan Direction" -> direction = string(json);
            case "Join Type" -> joinType = string(json);
            case "Index Name" -> index = string(json);
            case "Relation Name", "CTE Name", "Function Name", "Table Function Name", "Tuplestore Name" ->
                source = string(json);
            case "Shared Hit Blocks",
                    "Shared Read Blocks",
                    "Local Hit Blocks",
                    "Local Read Blocks",
                    "Temp Read Blocks" -> blocks = Math.max(0, blocks) + json.getDoubleValue();
            case "WAL Bytes" -> walBytes = json.getDoubleValue();
            default -> json.skipChildren();
        }
    }

    /** Returns the string at the position of {@code json}. */
    static String string(JsonParser json) throws IOException {
        if (!json.hasToken(JsonToken.VALUE_STRING)) {
            throw new JsonParseException(json, "no string");
        }
        return json.getText();
    }

    boolean isWrite() {
        return type.equals("ModifyTable");
    }

    /**
     * Returns the operator as one line: name, join type, index and table, but nothing that differs between executions.
     */
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
