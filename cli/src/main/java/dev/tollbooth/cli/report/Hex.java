package dev.tollbooth.cli.report;

import dev.tollbooth.shaded.protobuf.ByteString;
import java.util.HexFormat;

/** Digests as people know them. */
final class Hex {

    private static final int SHORT = 8;

    private Hex() {}

    static String of(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Returns as much of a digest as tells it from others in a table. */
    static String shortened(String hex) {
        return hex.substring(0, Math.min(SHORT, hex.length()));
    }
}
