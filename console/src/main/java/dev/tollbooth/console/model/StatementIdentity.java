package dev.tollbooth.console.model;

import com.google.protobuf.ByteString;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a schema, as the statement table keeps it apart.
 *
 * @param schema null where it has none
 * @param digest in hex; empty: the statements that had no room in the table
 */
public record StatementIdentity(@Nullable String schema, String digest) {

    static StatementIdentity of(StatementRecord row) {
        return new StatementIdentity(row.hasSchemaName() ? row.getSchemaName() : null, hex(row.getDigest()));
    }

    static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }
}
