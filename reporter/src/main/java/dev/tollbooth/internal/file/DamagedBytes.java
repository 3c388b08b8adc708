package dev.tollbooth.internal.file;

/**
 * Bytes of a report file that are damaged or incomplete, or an absurd report. Thread-safe: immutable.
 *
 * @param offset the offset of the first byte
 * @param length the number of bytes: those of the absurd report, or all bytes up to the next whole report or the end of
 *     the file
 * @param absurd the fault of an absurd report, such as {@code window_end_sec=0}; empty if the bytes are no whole report
 */
public record DamagedBytes(long offset, long length, String absurd) {}
