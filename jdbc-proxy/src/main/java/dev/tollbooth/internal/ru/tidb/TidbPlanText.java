package dev.tollbooth.internal.ru.tidb;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A normalizer of a plan as TiDB shows it, a table with tabs between columns. Operators with depth and task, tables,
 * indexes and join types stay; numbers of operators, conditions, estimates, rows and times are removed.
 */
final class TidbPlanText {

    private static final Set<String> JOINS = Set.of(
            "inner join",
            "left outer join",
            "right outer join",
            "semi join",
            "anti semi join",
            "left outer semi join",
            "anti left outer semi join");
    private static final String CARTESIAN = "CARTESIAN ";

    private TidbPlanText() {}

    /** Returns one line per operator; empty if {@code plan} is no such table. */
    static String normalized(String plan) {
        int id = -1;
        int task = -1;
        int info = -1;
        StringBuilder text = new StringBuilder();
        for (String line : plan.split("\n")) {
            List<String> cells = List.of(line.split("\t", -1));
            if (id < 0) {
                List<String> names = new ArrayList<>();
                cells.forEach(cell -> names.add(cell.strip()));
                id = names.indexOf("id");
                task = names.indexOf("task");
                info = names.indexOf("operator info");
            } else if (cells.size() > Math.max(id, Math.max(task, info))) {
                text.append(text.length() == 0 ? "" : "\n").append(operator(cells.get(id)));
                text.append(task < 0 ? "" : " " + cells.get(task).strip());
                append(text, info < 0 ? "" : cells.get(info));
            }
        }
        return text.toString();
    }

    /** Returns an operator's name without its number; a suffix such as {@code (Build)} stays. */
    private static String operator(String cell) {
        String name = cell.stripTrailing();
        int build = name.indexOf('(');
        String side = build < 0 ? "" : name.substring(build);
        String bare = build < 0 ? name : name.substring(0, build);
        int end = bare.length();
        while (end > 0 && Character.isDigit(bare.charAt(end - 1))) {
            end--;
        }
        return (end > 0 && bare.charAt(end - 1) == '_' ? bare.substring(0, end - 1) : bare) + side;
    }

    /**
     * Appends the tables, partitions, indexes and the join type in {@code info}. It leaves out the rest, which may hold
     * constants.
     */
    private static void append(StringBuilder text, String info) {
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= info.length(); i++) {
            char c = i == info.length() ? ',' : info.charAt(i);
            if (c == '(' || c == '[') {
                depth++;
            } else if (c == ')' || c == ']') {
                depth--;
            } else if (c == ',' && (depth == 0 || i == info.length())) {
                appendName(text, info.substring(start, i).strip());
                start = i + 1;
            }
        }
    }

    private static void appendName(StringBuilder text, String word) {
        String join = word.startsWith(CARTESIAN) ? word.substring(CARTESIAN.length()) : word;
        boolean names = word.startsWith("table:") || word.startsWith("partition:") || word.startsWith("index:");
        if ((names && word.indexOf('\'') < 0) || JOINS.contains(join)) {
            text.append(' ').append(word);
        }
    }
}
