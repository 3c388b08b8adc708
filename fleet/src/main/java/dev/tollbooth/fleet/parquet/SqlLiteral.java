package dev.tollbooth.fleet.parquet;

import java.nio.file.Path;

/** Texts within SQL. */
public final class SqlLiteral {

    private SqlLiteral() {}

    /** Returns {@code text} as DuckDB's literal: quotes doubled, nothing else has a meaning in it. */
    public static String of(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String of(Path path) {
        return of(path.toString());
    }
}
