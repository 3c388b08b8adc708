package dev.tollbooth.internal.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.NameLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a table by name. Their number and bytes are bounded, because a name costs memory even without
 * statements, and stays.
 *
 * <p>Thread-safe. Finding a known schema takes no lock.
 */
final class Schemas {

    private final TableRows table;
    private final int limit;
    private final ConcurrentHashMap<String, SchemaStatements> byName = new ConcurrentHashMap<>();
    private final SchemaStatements nameless;
    private final SchemaStatements beyondLimit;
    private final TableMemory memory;

    @GuardedBy("this")
    private long nameBytes;

    Schemas(TableRows table, TableMemory memory, int limit) {
        this.table = table;
        this.memory = memory;
        this.limit = limit;
        this.nameless = new SchemaStatements(table, null, true);
        this.beyondLimit = new SchemaStatements(table, null, false);
    }

    /**
     * Returns the schema {@code name}, added on first use. If there are too many schemas, returns one whose statements
     * get no rows.
     */
    SchemaStatements named(@Nullable String name) {
        if (name == null) {
            return nameless;
        }
        String cut = NameLimit.cut(name);
        SchemaStatements known = byName.get(cut);
        return known != null ? known : add(cut);
    }

    /** Returns the schema {@code name}, null if there is none. */
    @Nullable
    SchemaStatements known(@Nullable String name) {
        return name == null ? nameless : byName.get(NameLimit.cut(name));
    }

    private synchronized SchemaStatements add(String name) {
        SchemaStatements known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (byName.size() >= limit || !memory.hasRoomForSchema(nameBytes)) {
            return beyondLimit;
        }
        SchemaStatements added = new SchemaStatements(table, name, true);
        byName.put(name, added);
        nameBytes += memory.added(added);
        return added;
    }

    /** Returns all schemas that may have rows. */
    List<SchemaStatements> all() {
        List<SchemaStatements> all = new ArrayList<>(byName.values());
        all.add(nameless);
        return all;
    }
}
