package dev.tollbooth.fleet.query;

import org.jspecify.annotations.Nullable;

/**
 * What an origin, who in the code executes, has in a service: all of it, or of one statement.
 *
 * @param service its name, empty where nobody said
 * @param origin null: what is of none
 * @param digest in hex; empty in rows of all of an origin's statements
 * @param name the statement's for people; empty likewise
 * @param statements how many
 * @param executions how often
 * @param nanos their time and that of reading their rows
 * @param errors failed executions
 * @param rows read
 * @param ru request units; null where those of no execution are known, or they are from several sources
 * @param most executions of a statement in one transaction; 0: all in autocommit
 * @param transactions that executed a statement ten times or more
 * @param repeated executions in those
 */
public record FleetOriginRow(
        String service,
        @Nullable String origin,
        String digest,
        String name,
        long statements,
        long executions,
        long nanos,
        long errors,
        long rows,
        @Nullable Double ru,
        long most,
        long transactions,
        long repeated) {}
