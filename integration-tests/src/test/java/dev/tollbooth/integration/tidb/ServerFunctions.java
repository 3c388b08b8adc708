package dev.tollbooth.integration.tidb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answers to drivers' questions about the server at connect, such as {@code SELECT @@a AS x, CURRENT_USER()}. */
final class ServerFunctions {
    static final String VERSION = "8.0.11-TiDB-v8.5.0";

    private static final Pattern ITEM = Pattern.compile(
            "(?:@@(?:(?:session|global)\\.)?(\\w+)|(\\w+)\\s*\\(\\s*\\))(?:\\s+AS\\s+[`'\"]?(\\w+)[`'\"]?)?",
            Pattern.CASE_INSENSITIVE);

    private static final Map<String, Object> VARIABLES = Map.ofEntries(
            Map.entry("auto_increment_increment", 1L),
            Map.entry("character_set_client", "utf8mb4"),
            Map.entry("character_set_connection", "utf8mb4"),
            Map.entry("character_set_results", "utf8mb4"),
            Map.entry("character_set_server", "utf8mb4"),
            Map.entry("collation_connection", "utf8mb4_bin"),
            Map.entry("collation_server", "utf8mb4_bin"),
            Map.entry("init_connect", ""),
            Map.entry("interactive_timeout", 28_800L),
            Map.entry("license", "Apache License 2.0"),
            Map.entry("lower_case_table_names", 2L),
            Map.entry("max_allowed_packet", 67_108_864L),
            Map.entry("net_write_timeout", 60L),
            Map.entry("performance_schema", 1L),
            Map.entry("sql_mode", "STRICT_TRANS_TABLES"),
            Map.entry("system_time_zone", "UTC"),
            Map.entry("time_zone", "SYSTEM"),
            Map.entry("transaction_isolation", "REPEATABLE-READ"),
            Map.entry("transaction_read_only", 0L),
            Map.entry("version_comment", "TiDB Server (a stand-in)"),
            Map.entry("wait_timeout", 28_800L));

    private final TidbSession session;

    ServerFunctions(TidbSession session) {
        this.session = session;
    }

    /** Returns whether the statement asks for nothing but variables and functions of the server. */
    static boolean isQuestion(String statement) {
        return items(statement) != null;
    }

    /** Answers a statement for which {@link #isQuestion} holds. */
    Answer answer(String statement, Runnable sent) {
        List<Column> columns = new ArrayList<>();
        List<@Nullable Object> row = new ArrayList<>();
        List<Matcher> items = items(statement);
        if (items == null) {
            throw new IllegalArgumentException("not a question to the server");
        }
        for (Matcher item : items) {
            String variable = item.group(1);
            String name = (variable != null ? variable : item.group(2)).toLowerCase(Locale.ROOT);
            Object value = variable != null ? variable(name) : session.function(name);
            if (value == null) {
                return variable != null
                        ? new Answer.Failed(1193, "HY000", "Unknown system variable '" + name + "'")
                        : new Answer.Failed(1305, "42000", "FUNCTION " + name + " does not exist");
            }
            String label = item.group(3) != null ? item.group(3) : item.group();
            columns.add(new Column(label, value instanceof Long ? Column.LONGLONG : Column.VAR_STRING));
            row.add(value);
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row.toArray());
        return new Answer.Rows(columns, rows, sent);
    }

    private @Nullable Object variable(String name) {
        Object own = session.variable(name);
        return own != null ? own : VARIABLES.get(name);
    }

    private static @Nullable List<Matcher> items(String statement) {
        if (!StatementText.firstWord(statement).equals("SELECT")) {
            return null;
        }
        String list = statement.substring("SELECT".length()).replaceAll("(?i)\\s+LIMIT\\s+1\\s*$", "");
        List<Matcher> items = new ArrayList<>();
        for (String part : StatementText.split(list, ',')) {
            Matcher item = ITEM.matcher(part.strip());
            if (!item.matches()) {
                return null;
            }
            items.add(item);
        }
        return items;
    }
}
