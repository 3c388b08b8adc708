package dev.tollbooth.internal.file;

import dev.tollbooth.report.DropCount;

/**
 * A report as a file holds it.
 *
 * @param message its bytes
 * @param startEpochSeconds begin of its window
 * @param contents what is lost if it is dropped
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too large to copy
record EncodedReport(byte[] message, long startEpochSeconds, DropCount contents) {}
