package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;

/**
 * Whose request units: figures of two sources are never added up.
 *
 * @param sqlDigest in hex, empty in others
 */
record ReportedRuKey(String source, String keyspace, RecordScope scope, String user, String sqlDigest) {

    static ReportedRuKey of(TopRURecord record) {
        return new ReportedRuKey(
                record.getRuSource(),
                record.getKeyspaceName().toStringUtf8(),
                record.getScope(),
                record.getUser(),
                Hex.of(record.getSqlDigest()));
    }
}
