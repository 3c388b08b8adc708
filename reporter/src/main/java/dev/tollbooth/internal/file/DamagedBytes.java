package dev.tollbooth.internal.file;

/**
 * Bytes of a report file that are no whole report, or not as they were written, or an absurd report. Thread-safe:
 * immutable.
 *
 * @param offset of the first one
 * @param length how many up to the next whole report, or to the end of the file
 * @param absurd what a whole report has that can't be true; empty if the bytes are no whole report
 */
public record DamagedBytes(long offset, long length, String absurd) {}
