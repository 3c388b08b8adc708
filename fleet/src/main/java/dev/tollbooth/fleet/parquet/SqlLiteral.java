package dev.tollbooth.fleet.parquet;

import java.nio.file.Path;

/** A formatter of texts as string literals of SQL. */
public final class SqlLiteral {

    private SqlLiteral() {}

    /** Returns {@code text} as a string literal of DuckDB: in quotes, with the quotes inside doubled. */
    public static String of(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String of(Path path) {
        return of(path.toString());
    }
}
