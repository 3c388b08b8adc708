package dev.tollbooth.internal.digest;

import dev.tollbooth.statement.Normalizer;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A normalizer that turns SQL text into its normalized text and digest, in time linear in the text's length.
 *
 * <p>Thread-safe. The instance pools the buffers in a few slots, not in thread locals. So nothing outlives the
 * instance, and ten thousand virtual threads need only as many buffers as run at once.
 */
public final class TextNormalizer implements Normalizer {

    private static final int SLOTS = 16;
    /** The number of references between two slots, so that slots don't share a cache line. */
    private static final int STRIDE = 16;

    private final SqlDialect dialect;
    private final DigestOptions options;
    private final AtomicReferenceArray<Normalization> idle = new AtomicReferenceArray<>(SLOTS * STRIDE);

    /** Makes a normalizer for one dialect. */
    public TextNormalizer(SqlDialect dialect, DigestOptions options) {
        this.dialect = dialect;
        this.options = options;
    }

    @Override
    public TextDigest digest(String sql) {
        Normalization run = acquire();
        run.run(sql);
        TextDigest digest = run.digest(sql);
        release(run);
        return digest;
    }

    @Override
    public String normalize(String sql) {
        Normalization run = acquire();
        run.runWhole(sql);
        String text = run.fullText();
        release(run);
        return text;
    }

    @Override
    public List<TextDigest> statements(String sql) {
        Normalization run = acquire();
        List<TextDigest> digests = new ArrayList<>();
        for (String statement : run.split(sql)) {
            run.run(statement);
            if (run.length() > 0) {
                digests.add(run.digest(statement));
            }
        }
        release(run);
        return digests;
    }

    Normalization acquire() {
        Normalization run = idle.getAndSet(slot(), null);
        return run == null ? new Normalization(dialect, options) : run;
    }

    /** Returns a run to the pool; a run that threw is dropped instead. */
    void release(Normalization run) {
        run.trim();
        idle.lazySet(slot(), run);
    }

    private static int slot() {
        long id = Thread.currentThread().getId();
        return (int) (id & SLOTS - 1) * STRIDE;
    }
}
