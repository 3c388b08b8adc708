package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one schema; a connection holds it, so that a statement is found by its digest alone.
 *
 * <p>Thread-safe; finding a known statement takes no lock and allocates nothing.
 */
public final class SchemaStatements {

    private final TableRows table;
    private final @Nullable String name;
    private final boolean hasRoom;
    private final ConcurrentHashMap<TextDigest, StatementStats> rows = new ConcurrentHashMap<>(1);

    /**
     * The rows of {@code name}.
     *
     * @param hasRoom false where there are too many schemas: then all goes to the row without digest
     */
    SchemaStatements(TableRows table, @Nullable String name, boolean hasRoom) {
        this.table = table;
        this.name = name;
        this.hasRoom = hasRoom;
    }

    /**
     * Returns the row that counts {@code digest}: its own, which is made if need be, or, where the table is full, the
     * one without digest. Never waits.
     */
    public StatementStats statement(TextDigest digest) {
        StatementStats row = rows.get(digest);
        return row != null ? row : table.admit(this, digest);
    }

    /** Returns the row of {@code digest}; null if there is none. */
    public @Nullable StatementStats find(TextDigest digest) {
        return rows.get(digest);
    }

    /** Returns SCHEMA_NAME; null where the connections have none. */
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
