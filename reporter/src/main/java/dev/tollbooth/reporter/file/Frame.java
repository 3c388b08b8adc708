package dev.tollbooth.reporter.file;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * One delimited message of a report file, as far as it is there.
 *
 * @param report null where there is no whole one
 * @param length bytes of the report and of the length before it
 * @param begun whether what is there can be the begin of a report
 */
record Frame(@Nullable Report report, long length, boolean begun) {

    /** Every report begins with its schema version, whose number is 1. */
    private static final int FIRST_BYTE = Report.SCHEMA_VERSION_FIELD_NUMBER << 3;

    private static final int MAX_LENGTH_BYTES = 5;
    private static final int MAX_MESSAGE = 1 << 28;
    private static final Frame BEGUN = new Frame(null, 0, true);
    private static final Frame OTHER = new Frame(null, 0, false);

    /** Reads the next message of a file that has {@code left} bytes left. */
    static Frame read(InputStream in, long left) throws IOException {
        long length = 0;
        int lengthBytes = 0;
        for (int next = 0x80; next >= 0x80; lengthBytes++) {
            if (lengthBytes == left) {
                return BEGUN;
            }
            next = in.read();
            if (next < 0 || lengthBytes == MAX_LENGTH_BYTES) {
                return next < 0 ? BEGUN : OTHER;
            }
            length |= (next & 0x7fL) << (7 * lengthBytes);
        }
        if (length == 0) {
            // zeros, as a crashed machine leaves them
            return BEGUN;
        }
        return length > MAX_MESSAGE ? OTHER : message(in, (int) length, lengthBytes, left);
    }

    private static Frame message(InputStream in, int length, int lengthBytes, long left) throws IOException {
        if (lengthBytes == left) {
            return BEGUN;
        }
        int first = in.read();
        if (first != FIRST_BYTE) {
            return first < 0 ? BEGUN : OTHER;
        }
        if (length > left - lengthBytes) {
            return BEGUN;
        }
        byte[] message = new byte[length];
        message[0] = FIRST_BYTE;
        if (in.readNBytes(message, 1, length - 1) < length - 1) {
            return BEGUN;
        }
        Report report = parsed(message);
        return report == null ? OTHER : new Frame(report, lengthBytes + (long) length, true);
    }

    private static @Nullable Report parsed(byte[] message) {
        try {
            Report report = Report.parseFrom(message);
            boolean ours = report.getSchemaVersion() > 0 && !report.getBootId().isEmpty();
            return ours ? report : null;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }
}
