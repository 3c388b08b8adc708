package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one schema. A connection holds this object, so the digest alone finds a statement.
 *
 * <p>Thread-safe. Finding a known statement takes no lock and allocates nothing.
 */
public final class SchemaStatements {

    private final TableRows table;
    private final @Nullable String name;
    private final boolean hasRoom;
    private final ConcurrentHashMap<TextDigest, StatementStats> rows = new ConcurrentHashMap<>(1);

    /**
     * Makes the rows of {@code name}.
     *
     * @param hasRoom whether statements may get rows; if not, all of them count in the row without digest
     */
    SchemaStatements(TableRows table, @Nullable String name, boolean hasRoom) {
        this.table = table;
        this.name = name;
        this.hasRoom = hasRoom;
    }

    /**
     * Returns the row for {@code digest}: its own, made on first use, or the row without digest if the table is full.
     * Never waits.
     */
    public StatementStats statement(TextDigest digest) {
        StatementStats row = rows.get(digest);
        return row != null ? row : table.admit(this, digest);
    }

    /** Returns the row of {@code digest}, null if there is none. */
    public @Nullable StatementStats find(TextDigest digest) {
        return rows.get(digest);
    }

    /** Returns the schema's name (column SCHEMA_NAME), null if the connections have none. */
    public @Nullable String name() {
        return name;
    }

    boolean hasRoom() {
        return hasRoom;
    }

    ConcurrentHashMap<TextDigest, StatementStats> rows() {
        return rows;
    }
}
