package dev.tollbooth.internal.postgres.wire;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A writer of messages. A message is written by {@link #begin}, methods for its fields, and {@link #end}. Not
 * thread-safe.
 */
public final class WireWriter {
    /** The answer that refuses encryption. */
    public static final int NO_ENCRYPTION = 'N';

    private static final int BUFFER_BYTES = 16 << 10;
    private static final int FIRST_BYTES = 256;
    private static final int LENGTH_OFFSET = 1;

    private final OutputStream out;
    private byte[] message = new byte[FIRST_BYTES];
    private int size;
    private long written;

    public WireWriter(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
    }

    public WireWriter begin(char type) {
        if (message.length > BUFFER_BYTES) {
            message = new byte[FIRST_BYTES]; // a buffer for a long value is not kept
        }
        size = 0;
        return int8(type).int32(0);
    }

    public WireWriter int8(int value) {
        room(1);
        message[size++] = (byte) value;
        return this;
    }

    public WireWriter int16(int value) {
        return int8(value >> Byte.SIZE).int8(value);
    }

    public WireWriter int32(int value) {
        return int16(value >> Short.SIZE).int16(value);
    }

    public WireWriter bytes(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, message, size, bytes.length);
        size += bytes.length;
        return this;
    }

    /** Writes a text that ends with a zero byte. */
    public WireWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8)).int8(0);
    }

    /** Writes a number in binary form, with its length first. */
    public void numeric(BigDecimal value) throws PostgresException {
        int before = size;
        int32(0);
        PostgresNumeric.write(value, this);
        ByteBuffer.wrap(message).putInt(before, size - before - Integer.BYTES);
    }

    private void room(int bytes) {
        if (message.length - size < bytes) {
            message = Arrays.copyOf(message, Math.max(2 * message.length, size + bytes));
        }
    }

    public void end() throws IOException {
        ByteBuffer.wrap(message).putInt(LENGTH_OFFSET, size - LENGTH_OFFSET);
        out.write(message, 0, size);
        written += size;
    }

    public void refuseEncryption() throws IOException {
        out.write(NO_ENCRYPTION);
        out.flush();
    }

    /** Returns the number of bytes of all messages so far. */
    public long written() {
        return written;
    }

    public void flush() throws IOException {
        out.flush();
    }

    public void error(PostgresException error) throws IOException {
        String severity = error.isFatal() ? "FATAL" : "ERROR";
        begin('E').int8('S').text(severity).int8('V').text(severity);
        int8('C').text(error.sqlState()).int8('M').text(error.text()).int8(0).end();
    }

    public void parameter(String name, String value) throws IOException {
        begin('S').text(name).text(value).end();
    }

    /** Describes the parameters of a statement by the numbers of their types. */
    public void parameterTypes(int[] types) throws IOException {
        begin('t').int16(types.length);
        for (int type : types) {
            int32(type);
        }
        end();
    }

    public void readyForQuery(char transaction) throws IOException {
        begin('Z').int8(transaction).end();
        flush();
    }

    public void complete(String tag) throws IOException {
        begin('C').text(tag).end();
    }
}
