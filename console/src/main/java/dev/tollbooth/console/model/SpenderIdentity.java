package dev.tollbooth.console.model;

import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;

/**
 * The key of request units: a user with a statement and its plan, or one of the rows for others.
 *
 * @param source where the request units are from: figures of two sources are never added up
 * @param keyspace the database
 * @param scope whether this is a statement, a user's others, or everybody's
 * @param user as the application named it
 * @param digest of the statement in hex; empty in others
 * @param plan its digest in hex; empty where none is known
 */
public record SpenderIdentity(String source, String keyspace, String scope, String user, String digest, String plan) {

    /** Scope of a statement. */
    static final String STATEMENT = "statement";
    /** Scope of what a user spent on statements that had no room. */
    static final String USER_OTHERS = "userOthers";
    /** Scope of what users spent that had no room. */
    static final String GLOBAL_OTHERS = "globalOthers";
    /** Scope of what the page adds up, so that it stays small. */
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

    /** Returns the row of this user's that takes what costs little. */
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
