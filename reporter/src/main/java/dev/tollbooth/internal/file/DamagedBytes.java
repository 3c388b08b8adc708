package dev.tollbooth.internal.file;

/**
 * Bytes of a report file that are no whole report, were changed, or are an absurd report. Thread-safe: immutable.
 *
 * @param offset the offset of the first byte
 * @param length the number of bytes up to the next whole report, or to the end of the file
 * @param absurd the fault of an absurd report; empty if the bytes are no whole report
 */
public record DamagedBytes(long offset, long length, String absurd) {}
