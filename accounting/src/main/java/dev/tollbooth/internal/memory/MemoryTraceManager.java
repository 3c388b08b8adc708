package dev.tollbooth.internal.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The providers of one instance; asks them all for a {@link #snapshot}.
 *
 * <p>Thread-safe. Providers may come and go while a snapshot is taken.
 */
public final class MemoryTraceManager {

    /** The root's name. */
    public static final String ROOT = "tollbooth";

    /** {@code name} is null where the provider fills the part's own node; {@code counted} is for the limit. */
    private record Registered(MemoryPart part, @Nullable String name, boolean counted, TracedPart provider) {

        void fill(MemoryTrace root, boolean measuring) {
            MemoryTrace parent = name == null ? root : root.child(part.label());
            MemoryTrace node = new MemoryTrace(name == null ? part.label() : name, measuring);
            try {
                provider.trace(node);
            } catch (RuntimeException | LinkageError e) {
                node.fail();
            }
            parent.merge(node);
        }
    }

    /** Takes its provider out of the trace; a second close does nothing. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private final List<Registered> providers = new CopyOnWriteArrayList<>();

    /**
     * Adds {@code provider} to the trace, as the node {@code name} below {@code part}; two of one name share the node.
     *
     * @param name a constant
     * @return takes it out again
     */
    public Registration register(MemoryPart part, String name, TracedPart provider) {
        return add(new Registered(part, name, true, provider));
    }

    /** As above, for memory that the application holds: it is shown, and does not count towards the limit of the accounts. */
    public Registration show(MemoryPart part, String name, TracedPart provider) {
        return add(new Registered(part, name, false, provider));
    }

    /** Adds {@code provider}, which fills the node of {@code part} with a child for each thing that it holds. */
    public Registration register(MemoryPart part, TracedPart provider) {
        return add(new Registered(part, null, true, provider));
    }

    private Registration add(Registered registered) {
        providers.add(registered);
        return () -> providers.removeIf(other -> other == registered);
    }

    /** Returns a tree of all parts with what their providers own now; a provider that throws has a node marked failed. */
    public MemoryTrace snapshot() {
        return snapshot(true, true);
    }

    /** As {@link #snapshot}, with what counts towards the limit alone. */
    public MemoryTrace counted() {
        return snapshot(true, false);
    }

    /** As {@link #counted}, with tracked bytes alone: cheap, and no garbage is touched that would outlive a collection. */
    public MemoryTrace tracked() {
        return snapshot(false, false);
    }

    private MemoryTrace snapshot(boolean measuring, boolean all) {
        MemoryTrace root = new MemoryTrace(ROOT, measuring);
        for (MemoryPart part : MemoryPart.values()) {
            if (part != MemoryPart.APPLICATION) {
                root.child(part.label());
            }
        }
        for (Registered registered : providers) {
            if (all || registered.counted) {
                registered.fill(root, measuring);
            }
        }
        return root.freeze();
    }
}
