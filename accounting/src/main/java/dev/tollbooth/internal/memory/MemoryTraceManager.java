package dev.tollbooth.internal.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The registry of memory providers of one instance. {@link #snapshot} asks the providers.
 *
 * <p>Thread-safe. Providers may come and go during a snapshot.
 */
public final class MemoryTraceManager {

    /** The name of the tree's root. */
    public static final String ROOT = "tollbooth";

    /**
     * A registered provider.
     *
     * @param name the name of the node; null if the provider fills the part's own node
     * @param counted whether its bytes count towards the limit
     */
    private record Registered(MemoryPart part, @Nullable String name, boolean counted, Consumer<MemoryTrace> provider) {

        void fill(MemoryTrace root, boolean measuring) {
            MemoryTrace parent = name == null ? root : root.child(part.label());
            MemoryTrace node = new MemoryTrace(name == null ? part.label() : name, measuring);
            try {
                provider.accept(node);
            } catch (RuntimeException | LinkageError e) {
                node.fail();
            }
            parent.merge(node);
        }
    }

    /** A registration that {@code close} removes; a second close does nothing. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private final List<Registered> providers = new CopyOnWriteArrayList<>();

    /**
     * Registers {@code provider} as the node {@code name} below {@code part}; providers with the same name share the
     * node.
     *
     * <p>Any thread may call the provider, even two at once. A provider takes no lock that an execution takes, and
     * returns in microseconds, so it caches expensive figures. An exception marks only its own node as failed.
     *
     * @param name a constant
     * @param provider fills its node with the part's bytes and a child for each thing that users distinguish
     * @return the registration
     */
    public Registration register(MemoryPart part, String name, Consumer<MemoryTrace> provider) {
        return add(new Registered(part, name, true, provider));
    }

    /**
     * Registers memory of the application that is shown, but does not count towards the limit; returns the
     * registration.
     */
    public Registration show(MemoryPart part, String name, Consumer<MemoryTrace> provider) {
        return add(new Registered(part, name, false, provider));
    }

    /** Registers {@code provider}, which fills the node of {@code part} with children; returns the registration. */
    public Registration register(MemoryPart part, Consumer<MemoryTrace> provider) {
        return add(new Registered(part, null, true, provider));
    }

    private Registration add(Registered registered) {
        providers.add(registered);
        return () -> providers.removeIf(other -> other == registered);
    }

    /**
     * Returns a tree of all parts with the present bytes of their providers. If a provider throws, its node is marked
     * as failed.
     */
    public MemoryTrace snapshot() {
        return snapshot(true, true);
    }

    /** Returns a tree of the bytes that count towards the limit. */
    public MemoryTrace counted() {
        return snapshot(true, false);
    }

    /**
     * Returns a tree of tracked bytes that count towards the limit. This takes little time, and touches no garbage,
     * which would then outlive a collection.
     */
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
