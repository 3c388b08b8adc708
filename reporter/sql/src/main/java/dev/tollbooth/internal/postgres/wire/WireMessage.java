package dev.tollbooth.internal.postgres.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A message of a client, which is read field by field. Not thread-safe. */
public final class WireMessage {

    private final char type;
    private final ByteBuffer content;

    public WireMessage(char type, byte[] content) {
        this.type = type;
        this.content = ByteBuffer.wrap(content);
    }

    /** Returns the letter of the message's type; 0 for the first message, which has none. */
    public char type() {
        return type;
    }

    public byte int8() throws PostgresException {
        need(1);
        return content.get();
    }

    public short int16() throws PostgresException {
        need(Short.BYTES);
        return content.getShort();
    }

    /** Reads a count of items; checks that the message has {@code bytesEach} more bytes for each of them. */
    public int count(int bytesEach) throws PostgresException {
        int count = int16();
        if (count < 0) {
            throw PostgresException.malformed("negative count in a message: type=" + type);
        }
        need(count * bytesEach);
        return count;
    }

    public int int32() throws PostgresException {
        need(Integer.BYTES);
        return content.getInt();
    }

    /** Reads a text that ends with a zero byte. */
    public String text() throws PostgresException {
        for (int end = content.position(); end < content.limit(); end++) {
            if (content.get(end) == 0) {
                String text = new String(bytes(end - content.position()), StandardCharsets.UTF_8);
                content.get();
                return text;
            }
        }
        throw PostgresException.malformed("unterminated text in a message: type=" + type);
    }

    public byte[] bytes(int length) throws PostgresException {
        if (length < 0) {
            throw PostgresException.malformed("negative length in a message: type=" + type);
        }
        need(length);
        byte[] bytes = new byte[length];
        content.get(bytes);
        return bytes;
    }

    public int remaining() {
        return content.remaining();
    }

    private void need(int bytes) throws PostgresException {
        if (content.remaining() < bytes) {
            throw PostgresException.malformed("message too short: type=" + type);
        }
    }
}
