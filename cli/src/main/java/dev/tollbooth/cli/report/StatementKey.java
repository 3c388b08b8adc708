package dev.tollbooth.cli.report;

/**
 * One statement, whoever sent it.
 *
 * @param source where its request units are from, empty where they are not known
 * @param digest in hex; empty: the statements that had no room in the table
 */
record StatementKey(String source, String digest) {}
