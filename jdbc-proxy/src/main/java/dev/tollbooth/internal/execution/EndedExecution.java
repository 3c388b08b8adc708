package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.statement.ErrorClass;

/** An execution that is counted, for who is told of single ones. Made only where somebody is. */
record EndedExecution(
        Account account, String sql, long elapsedNanos, long endNanos, long rowsAffected, ErrorClass error) {}
