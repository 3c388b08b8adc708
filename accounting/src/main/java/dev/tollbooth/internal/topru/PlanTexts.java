package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/** The texts of recent plans of statements, in bounded memory. Thread-safe. */
public final class PlanTexts {

    private static final long MAX_BYTES = 2 << 20;

    private final HashedTexts<String> texts = new HashedTexts<>(MAX_BYTES, ObjectLayout.USUAL::string);

    /** Keeps the text of a plan. */
    public void keep(Sha256 plan, String text) {
        texts.keep(plan, text);
    }

    /** Returns the text of a plan, null if it is unknown or was dropped. */
    public @Nullable String text(Sha256 plan) {
        return texts.text(plan);
    }

    /** Returns the bytes of the texts. */
    public long bytes() {
        return texts.bytes();
    }

    /** Drops all texts, for a memory limit; returns the bytes that were freed. */
    public long clear() {
        return texts.clear();
    }
}
