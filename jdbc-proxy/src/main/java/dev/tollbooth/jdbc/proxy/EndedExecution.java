package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.journal.Account;
import dev.tollbooth.accounting.statement.ErrorClass;

/** An execution that is counted, for who is told of single ones. Made only where somebody is. */
record EndedExecution(
        Account account, String sql, long elapsedNanos, long endNanos, long rowsAffected, ErrorClass error) {}
