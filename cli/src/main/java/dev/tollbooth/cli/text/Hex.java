package dev.tollbooth.cli.text;

import dev.tollbooth.shaded.protobuf.ByteString;
import java.util.HexFormat;

/** A formatter of digests for people. */
public final class Hex {

    private static final int SHORT = 8;

    private Hex() {}

    /** Returns the whole digest in hex. */
    public static String of(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Returns the first {@value #SHORT} digits, which are enough to distinguish digests in a table. */
    public static String shortened(String hex) {
        return hex.substring(0, Math.min(SHORT, hex.length()));
    }
}
