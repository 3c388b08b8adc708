/**
 * Tracked memory: the bytes of all parts, their limit, and the parts that shrink near it.
 *
 * <p>{@code ObjectLayout} measures object sizes once by allocating and reading the thread's allocated bytes. Caches,
 * tables and reports weigh their entries by it. {@code MemoryWatch} adds all parts up each second, and {@code
 * MemoryLimit} has them shrink in a fixed order when the sum is above {@code memory.limit}. {@code TableMemory} refuses
 * rows between two ticks.
 *
 * <p>{@code LiveSampler} holds weak references to some of the objects and so measures the same memory from outside.
 * {@code HeapProfileRecorder} compares both every ten seconds; it suspects a leak only if objects outside of the
 * accounts stay referenced over four collections of the old generation. {@code MemoryTrace} is the tree that users see:
 * each provider fills its nodes from counters that exist anyway.
 */
@NullMarked
package dev.tollbooth.internal.memory;

import org.jspecify.annotations.NullMarked;
