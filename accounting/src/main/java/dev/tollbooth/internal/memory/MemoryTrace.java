package dev.tollbooth.internal.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A node of a tree that says who holds how many bytes of heap: each node owns bytes, total = own + children's totals, and
 * a byte is owned once. It follows what the parts mean to people, not any stack of calls.
 *
 * <p>Two figures: <em>tracked</em> is calculated, <em>measured</em> is what a {@link LiveSampler} saw alive; a node without
 * one of its own counts as measured what is tracked.
 *
 * <p>Not thread-safe while it is filled; one that {@link MemoryTraceManager#snapshot} returned never changes.
 */
public final class MemoryTrace {

    private static final long NOT_MEASURED = -1;

    private final String name;
    private final boolean measuring;
    private final List<MemoryTrace> children = new ArrayList<>();
    private long trackedBytes;
    private long measuredBytes = NOT_MEASURED;
    private boolean failed;
    private boolean frozen;

    /**
     * A tree of one node.
     *
     * @param name a constant: what it is, in the words of the documents
     */
    public MemoryTrace(String name) {
        this(name, true);
    }

    /** As above; without {@code measuring} nothing is measured, which is cheaper. */
    MemoryTrace(String name, boolean measuring) {
        this.name = name;
        this.measuring = measuring;
    }

    /** Returns the child {@code childName}, added at the end if there is none. */
    public MemoryTrace child(String childName) {
        for (MemoryTrace child : children) {
            if (child.name.equals(childName)) {
                return child;
            }
        }
        checkNotFrozen();
        MemoryTrace added = new MemoryTrace(childName, measuring);
        children.add(added);
        return added;
    }

    /** Adds to the bytes that this node owns itself, by calculation. */
    public void own(long bytes) {
        checkNotFrozen();
        trackedBytes += Math.max(0, bytes);
    }

    /** Adds to the bytes that this node itself was seen to hold. */
    public void measure(long bytes) {
        checkNotFrozen();
        measuredBytes = Math.max(0, measuredBytes) + Math.max(0, bytes);
    }

    /** As {@link #measure(long)}; {@code bytes} is asked only where somebody wants what is measured. */
    public void measure(LongSupplier bytes) {
        if (measuring) {
            measure(bytes.getAsLong());
        }
    }

    /** Takes {@code node} in: as a child, or, where there is one of its name, by adding to that. */
    void merge(MemoryTrace node) {
        MemoryTrace target = child(node.name);
        target.own(node.trackedBytes);
        if (node.measuredBytes != NOT_MEASURED) {
            target.measure(node.measuredBytes);
        }
        target.failed |= node.failed;
        node.children.forEach(target::merge);
    }

    /** Forgets what was filled in and marks this node as failed. */
    void fail() {
        checkNotFrozen();
        children.clear();
        trackedBytes = 0;
        measuredBytes = NOT_MEASURED;
        failed = true;
    }

    /** Ends the filling of this node and all below it. */
    MemoryTrace freeze() {
        frozen = true;
        children.forEach(MemoryTrace::freeze);
        return this;
    }

    private void checkNotFrozen() {
        if (frozen) {
            throw new IllegalStateException("memory trace is complete: node=" + name + ", take a new snapshot");
        }
    }

    /** Returns what the node is. */
    public String name() {
        return name;
    }

    /** Returns the children, in the order in which they were added. */
    public List<MemoryTrace> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the tracked bytes of this node without its children. */
    public long ownBytes() {
        return trackedBytes;
    }

    /** Returns the measured bytes of this node without its children; empty where nothing measures them. */
    public OptionalLong ownMeasuredBytes() {
        return measuredBytes == NOT_MEASURED ? OptionalLong.empty() : OptionalLong.of(measuredBytes);
    }

    /** Returns the tracked bytes of this node and all below it. */
    public long totalBytes() {
        long total = trackedBytes;
        for (MemoryTrace child : children) {
            total += child.totalBytes();
        }
        return total;
    }

    /** Returns the measured bytes of this node and all below it; tracked bytes where nothing measures. */
    public long totalMeasuredBytes() {
        long total = measuredBytes == NOT_MEASURED ? trackedBytes : measuredBytes;
        for (MemoryTrace child : children) {
            total += child.totalMeasuredBytes();
        }
        return total;
    }

    /** Returns the tracked bytes of each node below this one without its children, by path; parents come first. */
    public Map<String, Long> ownBytesByPath() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        children.forEach(child -> child.addTo(bytes, ""));
        return Collections.unmodifiableMap(bytes);
    }

    private void addTo(Map<String, Long> bytes, String above) {
        String path = above + name;
        bytes.merge(path, trackedBytes, Long::sum);
        children.forEach(child -> child.addTo(bytes, path + "/"));
    }

    /** Returns whether anything in this node or below it is measured. */
    public boolean isMeasured() {
        return measuredBytes != NOT_MEASURED || children.stream().anyMatch(MemoryTrace::isMeasured);
    }

    /** Returns whether this node's provider threw, so that its bytes are unknown. */
    public boolean isFailed() {
        return failed;
    }
}
