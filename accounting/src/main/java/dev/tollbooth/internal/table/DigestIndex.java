package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Sha256;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the digest of a row by its hash, for readers: rows go by normalized text, whose hash nobody may have asked for.
 *
 * <p>Made at the first search, and anew where a search fails and there are rows that it has not seen; of rows that have left
 * it keeps the digest until then. Guarded by the table's structure lock, but for {@link #added}.
 */
final class DigestIndex {

    private volatile Map<Sha256, TextDigest> digests = Map.of(); // volatile for walks, which take no lock
    private int seen;
    private final AtomicInteger rows = new AtomicInteger();

    /** Returns the rows with this hash in {@code schemas}, of {@code all} there are. */
    Stream<StatementStats> rows(Sha256 hash, Stream<SchemaStatements> schemas, List<SchemaStatements> all) {
        TextDigest digest = find(hash, all);
        return digest == null ? Stream.empty() : schemas.flatMap(schema -> Stream.ofNullable(schema.find(digest)));
    }

    private @Nullable TextDigest find(Sha256 hash, List<SchemaStatements> schemas) {
        TextDigest known = digests.get(hash);
        int now = rows.get();
        if (known != null || seen == now) {
            return known;
        }
        seen = now;
        Map<Sha256, TextDigest> fresh = new HashMap<>();
        for (SchemaStatements schema : schemas) {
            for (TextDigest digest : schema.rows().keySet()) {
                fresh.put(digest.sha256(), digest);
            }
        }
        digests = fresh;
        return fresh.get(hash);
    }

    /** Tells that there is one row more, which is in its schema's map. */
    void added() {
        rows.incrementAndGet();
    }

    /** Bytes of the index without what it shares with digests. */
    long bytes(ObjectLayout layout) {
        int size = digests.size();
        return size == 0 ? 0 : layout.mapTable(size) + size * layout.mapNode();
    }
}
