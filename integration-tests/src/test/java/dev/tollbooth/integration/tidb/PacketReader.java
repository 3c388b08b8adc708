package dev.tollbooth.integration.tidb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLFeatureNotSupportedException;
import org.jspecify.annotations.Nullable;

/** A reader of the payload of one packet. */
final class PacketReader {
    private final ByteBuffer payload;

    PacketReader(byte[] payload) {
        this.payload = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    }

    int oneByte() {
        return payload.get() & 0xff;
    }

    int fourBytes() {
        return payload.getInt();
    }

    boolean hasMore() {
        return payload.hasRemaining();
    }

    byte[] bytes(int length) {
        byte[] result = new byte[length];
        payload.get(result);
        return result;
    }

    String rest() {
        return new String(bytes(payload.remaining()), UTF_8);
    }

    /** Reads a string that a zero ends. */
    String zeroEnded() {
        int end = payload.position();
        while (end < payload.limit() && payload.get(end) != 0) {
            end++;
        }
        String result = new String(bytes(end - payload.position()), UTF_8);
        if (payload.hasRemaining()) {
            payload.get();
        }
        return result;
    }

    /** Reads a number in the protocol's form of one, three, four or nine bytes. */
    long number() {
        int first = oneByte();
        return switch (first) {
            case 0xfc -> payload.getShort() & 0xffff;
            case 0xfd -> oneByte() | oneByte() << 8 | oneByte() << 16;
            case 0xfe -> payload.getLong();
            default -> first;
        };
    }

    /** Reads a parameter's value in the binary form of its type. */
    @Nullable
    Object value(int type) throws SQLFeatureNotSupportedException {
        return switch (type) {
            case 0x01 -> (int) payload.get();
            case 0x02, 0x0d -> (int) payload.getShort();
            case 0x03, 0x09 -> payload.getInt();
            case 0x04 -> payload.getFloat();
            case 0x05 -> payload.getDouble();
            case 0x06 -> null;
            case 0x08 -> payload.getLong();
            case 0x07, 0x0a, 0x0b, 0x0c ->
                throw new SQLFeatureNotSupportedException("parameter of a time: not spoken here");
            default -> new String(bytes((int) number()), UTF_8);
        };
    }
}
