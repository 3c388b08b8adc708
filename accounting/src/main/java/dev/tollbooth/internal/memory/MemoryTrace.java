package dev.tollbooth.internal.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A node in a tree of heap usage. Each node owns bytes, total = own + children's totals, and each byte has one owner.
 * The tree follows the parts that users know, not call stacks.
 *
 * <p>Two figures: <em>tracked</em> bytes are calculated, <em>measured</em> bytes were seen alive by a {@link
 * LiveSampler}. A node without measurement uses the tracked bytes for both.
 *
 * <p>Not thread-safe while it is filled; the result of {@link MemoryTraceManager#snapshot} is immutable.
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
     * Makes a tree of one node.
     *
     * @param name a constant that the documentation uses
     */
    public MemoryTrace(String name) {
        this(name, true);
    }

    /** Makes a tree of one node; without {@code measuring} the tree has no measured bytes. */
    MemoryTrace(String name, boolean measuring) {
        this.name = name;
        this.measuring = measuring;
    }

    /** Returns the child {@code childName}, added at the end on first use. */
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

    /** Adds calculated bytes to this node itself. */
    public void own(long bytes) {
        checkNotFrozen();
        trackedBytes += Math.max(0, bytes);
    }

    /** Adds measured bytes to this node itself. */
    public void measure(long bytes) {
        checkNotFrozen();
        measuredBytes = Math.max(0, measuredBytes) + Math.max(0, bytes);
    }

    /** Adds measured bytes to this node itself; {@code bytes} is called only if the tree measures. */
    public void measure(LongSupplier bytes) {
        if (measuring) {
            measure(bytes.getAsLong());
        }
    }

    /** Merges {@code node}: as a new child, or into the child with its name. */
    void merge(MemoryTrace node) {
        MemoryTrace target = child(node.name);
        target.own(node.trackedBytes);
        if (node.measuredBytes != NOT_MEASURED) {
            target.measure(node.measuredBytes);
        }
        target.failed |= node.failed;
        node.children.forEach(target::merge);
    }

    /** Discards the content and marks this node as failed. */
    void fail() {
        checkNotFrozen();
        children.clear();
        trackedBytes = 0;
        measuredBytes = NOT_MEASURED;
        failed = true;
    }

    /** Makes this node and its children immutable, and returns this node. */
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

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the children in the order of their addition. */
    public List<MemoryTrace> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the tracked bytes of this node without its children. */
    public long ownBytes() {
        return trackedBytes;
    }

    /** Returns the tracked bytes of this node and its children. */
    public long totalBytes() {
        long total = trackedBytes;
        for (MemoryTrace child : children) {
            total += child.totalBytes();
        }
        return total;
    }

    /** Returns the measured bytes of this node and its children; tracked bytes without a measurement. */
    public long totalMeasuredBytes() {
        long total = measuredBytes == NOT_MEASURED ? trackedBytes : measuredBytes;
        for (MemoryTrace child : children) {
            total += child.totalMeasuredBytes();
        }
        return total;
    }

    /** Returns the tracked bytes of each node below this one by path, without its children; parents come first. */
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

    /** Returns whether this node or one below it is measured. */
    public boolean isMeasured() {
        return measuredBytes != NOT_MEASURED || children.stream().anyMatch(MemoryTrace::isMeasured);
    }

    /** Returns whether this node's provider threw, so that its bytes are unknown. */
    public boolean isFailed() {
        return failed;
    }
}
