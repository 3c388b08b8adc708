package dev.tollbooth.fleet.parquet;

import java.nio.file.Path;

/** Literals of texts in SQL. */
public final class SqlLiteral {

    private SqlLiteral() {}

    /** Returns {@code text} as DuckDB's literal, in which only quotes are doubled. */
    public static String of(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String of(Path path) {
        return of(path.toString());
    }
}
