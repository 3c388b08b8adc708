package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;

/**
 * The key of a row; a part is empty if rows are not split by it.
 *
 * @param source the source of request units; also empty if unknown
 * @param digest the digest in hex; also empty for statements without a row of their own
 * @param origin the origin; also empty for none
 */
record RowKey(
        Kind kind,
        String source,
        String service,
        String instance,
        String keyspace,
        String user,
        String digest,
        String origin) {

    static RowKey ofStatement(String source, String service, String digest) {
        return new RowKey(
                digest.isEmpty() ? Kind.GLOBAL_OTHERS : Kind.STATEMENT, source, service, "", "", "", digest, "");
    }

    static RowKey ofSender(String service, String instance) {
        return new RowKey(instance.isEmpty() ? Kind.SERVICE : Kind.INSTANCE, "", service, instance, "", "", "", "");
    }

    static RowKey ofOrigin(String service, String digest, String origin) {
        return new RowKey(Kind.ORIGIN, "", service, "", "", "", digest, origin);
    }

    static RowKey ofSpending(TopRURecord record, String service) {
        Kind kind = record.getScope() == RecordScope.RECORD_SCOPE_USER_OTHERS
                ? Kind.USER_OTHERS
                : record.getScope() == RecordScope.RECORD_SCOPE_GLOBAL_OTHERS ? Kind.GLOBAL_OTHERS : Kind.STATEMENT;
        return new RowKey(
                kind,
                record.getRuSource(),
                service,
                "",
                record.getKeyspaceName().toStringUtf8(),
                record.getUser(),
                Hex.of(record.getSqlDigest()),
                "");
    }

    /** Returns the key of one origin over all statements of this key. */
    RowKey ofSpentOrigin(String ofOrigin) {
        return new RowKey(Kind.ORIGIN, source, service, "", "", "", "", ofOrigin);
    }
}
