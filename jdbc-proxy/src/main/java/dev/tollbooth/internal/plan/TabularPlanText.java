package dev.tollbooth.internal.plan;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A parser of the rows of MySQL's and MariaDB's {@code EXPLAIN}. The result has one line for each table with kind of
 * query, join type, index and further operations, indented by query.
 */
final class TabularPlanText {

    private static final int MAX_INDENT = 16;

    private TabularPlanText() {}

    /** Returns the plan; null if the answer has another form, or depends on the constants alone. */
    static @Nullable String read(ResultSet rows) throws SQLException {
        if (!isTabular(rows.getMetaData())) {
            return null;
        }
        StringJoiner lines = new StringJoiner("\n");
        boolean table = false;
        while (rows.next()) {
            String name = rows.getString("table");
            String extra = rows.getString("Extra");
            if (name == null && extra != null && extra.startsWith("Impossible WHERE noticed")) {
                return null; // no row matches these constants: later ones show the plan
            }
            table |= name != null;
            lines.add(line(rows, name, extra == null ? "" : extra));
        }
        return table || lines.length() > 0 ? lines.toString() : null;
    }

    private static boolean isTabular(ResultSetMetaData columns) throws SQLException {
        boolean kind = false;
        boolean key = false;
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String label = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
            kind |= label.equals("select_type");
            key |= label.equals("key");
        }
        return kind && key;
    }

    private static String line(ResultSet rows, @Nullable String table, String extra) throws SQLException {
        StringJoiner line = new StringJoiner(" ");
        line.add("  ".repeat(Math.max(0, Math.min(MAX_INDENT, rows.getInt("id") - 1))) + rows.getString("select_type"));
        if (table != null) {
            line.add(table);
        }
        String join = rows.getString("type");
        if (join != null) {
            line.add(join);
        }
        String index = rows.getString("key");
        if (index != null) {
            line.add("index=" + index);
        }
        String operators = operators(extra);
        return operators.isEmpty()
                ? line.toString()
                : line.add("(" + operators + ")").toString();
    }

    /** Returns the operators in {@code extra}, without parentheses unless these name the algorithm. */
    private static String operators(String extra) {
        StringJoiner operators = new StringJoiner("; ");
        for (String part : extra.split(";", -1)) {
            String operator = part.strip();
            int open = operator.indexOf('(');
            if (open > 0 && !operator.startsWith("Using ")) {
                operator = operator.substring(0, open).strip();
            }
            if (operator.startsWith("Using pushed condition") || operator.startsWith("Using where with pushed")) {
                operator = "Using pushed condition"; // the condition has constants
            }
            if (!operator.isEmpty()) {
                operators.add(operator);
            }
        }
        return operators.toString();
    }
}
