package dev.tollbooth.integration.ports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * An endless series of bytes.
 *
 * @param name the kind of message
 * @param start the first bytes
 * @param next the following bytes by number
 */
record Flood(String name, byte[] start, IntFunction<byte[]> next) {

    private static final int BLOCK = 16 << 10;

    /** The same bytes over and over. */
    static Flood of(String name, byte[] start, byte[] again) {
        byte[] block = repeated(again, Math.max(1, BLOCK / again.length));
        return new Flood(name, start, i -> block);
    }

    static Flood of(String name, String start, String again) {
        return of(name, bytes(start), bytes(again));
    }

    /** Random bytes, the same each time for the same seed. */
    static Flood random(String name, byte[] start, long seed) {
        Random random = new Random(seed);
        return new Flood(name, start, i -> {
            byte[] block = new byte[BLOCK];
            random.nextBytes(block);
            return block;
        });
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] repeated(byte[] part, int times) {
        byte[][] parts = new byte[times][];
        Arrays.fill(parts, part);
        return joined(parts);
    }
}
