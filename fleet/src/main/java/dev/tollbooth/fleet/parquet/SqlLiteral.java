package dev.tollbooth.fleet.parquet;

import java.nio.file.Path;

/** A formatter of texts as SQL literals. */
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
