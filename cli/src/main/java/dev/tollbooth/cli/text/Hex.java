package dev.tollbooth.cli.text;

import dev.tollbooth.shaded.protobuf.ByteString;
import java.util.HexFormat;

/** Digests as people know them. */
public final class Hex {

    private static final int SHORT = 8;

    private Hex() {}

    /** Returns all of it. */
    public static String of(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Returns as much of a digest as tells it from others in a table. */
    public static String shortened(String hex) {
        return hex.substring(0, Math.min(SHORT, hex.length()));
    }
}
