package dev.tollbooth.internal.file;

/**
 * Bytes of a report file that are no whole report, or not as they were written. Thread-safe: immutable.
 *
 * @param offset of the first one
 * @param length how many up to the next whole report, or to the end of the file
 */
public record DamagedBytes(long offset, long length) {}
