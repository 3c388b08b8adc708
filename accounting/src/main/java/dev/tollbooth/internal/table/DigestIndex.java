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
 * An index that finds rows by the hash of their digest, for readers. Rows are keyed by normalized text, so their hashes
 * may not be computed yet.
 *
 * <p>The index is built at the first search, and again if a search fails and rows were added since. Digests of removed
 * rows stay until the next build. Guarded by the table's structure lock, except {@link #added}.
 */
final class DigestIndex {

    private volatile Map<Sha256, TextDigest> digests = Map.of(); // volatile for walks, which take no lock
    private int seen;
    private final AtomicInteger rows = new AtomicInteger();

    /** Returns the rows with this hash in {@code schemas}, which are part of {@code all}. */
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

    /** Records that a row was added to its schema's map. */
    void added() {
        rows.incrementAndGet();
    }

    /** Returns the bytes of the index without the shared digests. */
    long bytes(ObjectLayout layout) {
        int size = digests.size();
        return size == 0 ? 0 : layout.mapTable(size) + size * layout.mapNode();
    }
}
