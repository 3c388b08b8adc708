package dev.tollbooth.integration.tidb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** A builder of the payload of one packet. */
final class PacketBuilder {
    private final ByteArrayOutputStream payload = new ByteArrayOutputStream();

    PacketBuilder oneByte(int value) {
        payload.write(value);
        return this;
    }

    PacketBuilder twoBytes(int value) {
        return oneByte(value).oneByte(value >> 8);
    }

    PacketBuilder fourBytes(int value) {
        return twoBytes(value).twoBytes(value >> 16);
    }

    PacketBuilder eightBytes(long value) {
        return fourBytes((int) value).fourBytes((int) (value >> 32));
    }

    PacketBuilder bytes(byte[] value) {
        payload.writeBytes(value);
        return this;
    }

    PacketBuilder zeroEnded(String value) {
        return bytes(value.getBytes(UTF_8)).oneByte(0);
    }

    /** Adds a string with its length before it. */
    PacketBuilder string(String value) {
        byte[] bytes = value.getBytes(UTF_8);
        return number(bytes.length).bytes(bytes);
    }

    /** Adds a number in the protocol's form of one, three, four or nine bytes. */
    PacketBuilder number(long value) {
        if (value >= 0 && value < 0xfb) {
            return oneByte((int) value);
        }
        if (value >= 0 && value < 0x1_0000) {
            return oneByte(0xfc).twoBytes((int) value);
        }
        if (value >= 0 && value < 0x100_0000) {
            return oneByte(0xfd).twoBytes((int) value).oneByte((int) (value >> 16));
        }
        return oneByte(0xfe).eightBytes(value);
    }

    byte[] bytes() {
        return payload.toByteArray();
    }
}
