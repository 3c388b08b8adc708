package dev.tollbooth.console.model;

import com.google.protobuf.ByteString;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a schema, as in the statement table.
 *
 * @param schema null if the statement has none
 * @param digest the digest in hex; empty for statements without a row of their own
 */
public record StatementIdentity(@Nullable String schema, String digest) {

    static StatementIdentity of(StatementRecord row) {
        return new StatementIdentity(row.hasSchemaName() ? row.getSchemaName() : null, hex(row.getDigest()));
    }

    static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }
}
