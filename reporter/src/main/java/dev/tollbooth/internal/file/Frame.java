package dev.tollbooth.internal.file;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One delimited message of a report file with a correct checksum. It consists of its length, a marker, the report's
 * other fields, and the checksum; see {@code report.proto}.
 *
 * @param report the report, empty if it is absurd
 * @param length the number of bytes of the whole frame, from its length to its checksum
 * @param absurd the fault of an absurd report, such as {@code window_end_sec=0}; empty if the report is not absurd
 */
record Frame(Report report, long length, String absurd) {

    /** The most bytes of a message; parsing takes a multiple of this memory. */
    private static final int MAX_MESSAGE = 16 << 20;

    /**
     * The marker. Its first bytes are no valid tag, so no parser takes it for a field of a damaged message. They can't
     * begin a character in UTF-8 either, so no text contains it.
     */
    private static final long MARKER = 0x1a0a0d4c4c4f548fL;

    /** The tag of the marker, then the marker. */
    private static final byte[] HEAD = head();

    /** The tag of the checksum. */
    private static final byte[] TAIL_TAG = tailTag();

    private static final int TAIL = TAIL_TAG.length + Integer.BYTES;

    private static final int MAX_LENGTH_BYTES = 5;

    /**
     * The place of a message: its length is at {@code offset}, and the bytes after the length begin at {@code start}.
     */
    private record Place(long offset, long start, long length) {

        long end() {
            return start + length;
        }

        boolean mayHold(long fileSize) {
            return length >= HEAD.length + TAIL && length <= MAX_MESSAGE && end() <= fileSize;
        }
    }

    private static byte[] head() {
        byte[] bytes = new byte[2 + Long.BYTES];
        try {
            CodedOutputStream.newInstance(bytes).writeFixed64(Report.MARKER_FIELD_NUMBER, MARKER);
        } catch (IOException e) {
            throw new IllegalStateException("marker of another size: bytes=" + bytes.length, e);
        }
        return bytes;
    }

    private static byte[] tailTag() {
        byte[] bytes = new byte[2];
        try {
            CodedOutputStream.newInstance(bytes).writeTag(Report.CRC32C_FIELD_NUMBER, WireFormat.WIRETYPE_FIXED32);
        } catch (IOException e) {
            throw new IllegalStateException("tag of another size: bytes=" + bytes.length, e);
        }
        return bytes;
    }

    /** Returns whether the message of {@code report} has a size that readers accept. */
    static boolean fits(Report report) {
        return (long) HEAD.length + report.getSerializedSize() + TAIL <= MAX_MESSAGE;
    }

    /** Returns the bytes of the frame of {@code report}. */
    static byte[] encode(Report report) {
        int fields = report.getSerializedSize();
        int size = HEAD.length + fields + TAIL;
        byte[] bytes = new byte[CodedOutputStream.computeUInt32SizeNoTag(size) + size];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeUInt32NoTag(size);
            out.writeRawBytes(HEAD);
            report.writeTo(out);
            out.writeRawBytes(TAIL_TAG);
            out.writeFixed32NoTag(crc32c(bytes, bytes.length - Integer.BYTES));
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("message of another size than it says: size=" + size, e);
        }
        return bytes;
    }

    private static int crc32c(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Returns the whole frame that begins at an offset; null if no whole frame begins there. */
    static @Nullable Frame at(FileBytes file, long offset) throws IOException {
        Place place = place(file, offset);
        // checked before allocation, because a damaged length may be anything
        if (place == null || !place.mayHold(file.size())) {
            return null;
        }
        return file.isAt(place.start, HEAD) && file.isAt(place.end() - TAIL, TAIL_TAG) ? checked(file, place) : null;
    }

    private static @Nullable Place place(FileBytes file, long offset) throws IOException {
        long length = 0;
        for (int i = 0; i < MAX_LENGTH_BYTES; i++) {
            int next = file.at(offset + i);
            if (next < 0) {
                return null;
            }
            length |= (next & 0x7fL) << (7 * i);
            if (next < 0x80) {
                return new Place(offset, offset + i + 1, length);
            }
        }
        return null;
    }

    private static @Nullable Frame checked(FileBytes file, Place place) throws IOException {
        byte[] bytes = file.copy(place.offset, (int) (place.end() - place.offset));
        int summed = bytes.length - Integer.BYTES;
        int sum = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            sum |= (bytes[summed + i] & 0xff) << (Byte.SIZE * i);
        }
        if (sum != crc32c(bytes, summed)) {
            return null;
        }
        int from = (int) (place.start - place.offset) + HEAD.length;
        return parsed(bytes, from, bytes.length - TAIL - from);
    }

    /**
     * Parses a report; returns null if the bytes are no report. A report that exceeds the heap counts as absurd, so
     * that the reports after it are still read.
     */
    private static @Nullable Frame parsed(byte[] bytes, int from, int length) {
        Report report;
        try {
            report = Report.parser().parseFrom(bytes, from, length);
        } catch (InvalidProtocolBufferException e) {
            return null;
        } catch (OutOfMemoryError e) {
            return new Frame(Report.getDefaultInstance(), bytes.length, "more than the heap holds, raise -Xmx");
        }
        String absurd = AbsurdReports.reason(report);
        return new Frame(absurd.isEmpty() ? report : Report.getDefaultInstance(), bytes.length, absurd);
    }

    /** Returns the offset of the first whole frame at or after {@code from}; the file's size if there is none. */
    static long next(FileBytes file, long from) throws IOException {
        for (long head = file.find(HEAD, from); head >= 0; head = file.find(HEAD, head + 1)) {
            // the number of bytes of the length is unknown here; the checksum decides
            for (long offset = head - 1; offset >= Math.max(from, head - MAX_LENGTH_BYTES); offset--) {
                if (at(file, offset) != null) {
                    return offset;
                }
            }
        }
        return file.size();
    }

    /**
     * Returns whether the file begins like a frame, even if the frame is cut short or damaged. A file that begins with
     * a zero also counts, because a crashed machine may leave zeros.
     */
    static boolean mayBeginWithOne(FileBytes file) throws IOException {
        Place place = place(file, 0);
        if (place == null) {
            return file.size() < MAX_LENGTH_BYTES && file.at(file.size() - 1) >= 0x80;
        }
        return place.length == 0 || file.mayBeAt(place.start, HEAD);
    }
}
