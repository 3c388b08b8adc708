package dev.tollbooth.console.model;

import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;

/**
 * The key of request units: a user with a statement and its plan, or one of the rows for others.
 *
 * @param source the source of the request units; figures of two sources are never added up
 * @param keyspace the database
 * @param scope one of the constants of this class
 * @param user the application's user
 * @param digest the digest of the statement in hex; empty in rows for others
 * @param plan the digest of the plan in hex; empty if unknown
 */
public record SpenderIdentity(String source, String keyspace, String scope, String user, String digest, String plan) {

    /** The scope of a statement. */
    static final String STATEMENT = "statement";
    /** The scope of a user's statements without a row of their own. */
    static final String USER_OTHERS = "userOthers";
    /** The scope of users without a row of their own. */
    static final String GLOBAL_OTHERS = "globalOthers";
    /** The scope of rows that the page adds up, so that it stays small. */
    static final String SMALL = "small";

    static SpenderIdentity of(TopRURecord record) {
        return new SpenderIdentity(
                record.getRuSource(),
                record.getKeyspaceName().toStringUtf8(),
                scope(record.getScope()),
                record.getUser(),
                StatementIdentity.hex(record.getSqlDigest()),
                StatementIdentity.hex(record.getPlanDigest()));
    }

    /** Returns the key of the row that adds up this user's cheap statements. */
    SpenderIdentity small() {
        return new SpenderIdentity(source, keyspace, SMALL, user, "", "");
    }

    private static String scope(RecordScope scope) {
        return switch (scope) {
            case RECORD_SCOPE_USER_OTHERS -> USER_OTHERS;
            case RECORD_SCOPE_GLOBAL_OTHERS -> GLOBAL_OTHERS;
            default -> STATEMENT;
        };
    }
}
