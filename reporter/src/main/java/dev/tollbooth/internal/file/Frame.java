package dev.tollbooth.internal.file;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One delimited message of a report file whose checksum fits: its length, a marker, the report's other fields, and a
 * checksum of all that; see {@code report.proto}.
 *
 * @param report empty if it is absurd
 * @param length bytes of the report and of the length before it
 * @param absurd why the report is left out, such as {@code window_end_sec=0}; empty if it is sound
 */
record Frame(Report report, long length, String absurd) {

    /** The most bytes of a message: parsed, it takes a multiple of that. */
    private static final int MAX_MESSAGE = 16 << 20;

    /** As a tag and at its begin as UTF-8 it is no good, so damage makes no report of a marker, and no text has one. */
    private static final long MARKER = 0x1a0a0d4c4c4f548fL;

    /** The marker behind its tag. */
    private static final byte[] HEAD = head();

    /** The checksum's tag. */
    private static final byte[] TAIL_TAG = tailTag();

    private static final int TAIL = TAIL_TAG.length + Integer.BYTES;

    private static final int MAX_LENGTH_BYTES = 5;

    /** A message's place: its length's bytes come before {@code start}. */
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

    /** Returns whether readers take a message of {@code report}. */
    static boolean fits(Report report) {
        return (long) HEAD.length + report.getSerializedSize() + TAIL <= MAX_MESSAGE;
    }

    /** Returns the bytes of {@code report}, its length first. */
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

    /** Returns the frame that begins there; null if none does that is whole. */
    static @Nullable Frame at(FileBytes file, long offset) throws IOException {
        Place place = place(file, offset);
        // nothing is allocated for what is not there, whatever a damaged length says
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

    /** Names a report that takes more memory than there is, so that the reports behind it are read all the same. */
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

    /** Returns where the next frame begins, at {@code from} or behind it; the file's size if there is none. */
    static long next(FileBytes file, long from) throws IOException {
        for (long head = file.find(HEAD, from); head >= 0; head = file.find(HEAD, head + 1)) {
            // how many bytes its length has is not known here; its checksum tells
            for (long offset = head - 1; offset >= Math.max(from, head - MAX_LENGTH_BYTES); offset--) {
                if (at(file, offset) != null) {
                    return offset;
                }
            }
        }
        return file.size();
    }

    /** Returns whether the file begins like a report, cut or damaged, or with the zeros that a crashed machine leaves. */
    static boolean mayBeginWithOne(FileBytes file) throws IOException {
        Place place = place(file, 0);
        if (place == null) {
            return file.size() < MAX_LENGTH_BYTES && file.at(file.size() - 1) >= 0x80;
        }
        return place.length == 0 || file.mayBeAt(place.start, HEAD);
    }
}
