package dev.tollbooth.internal.ru;

/**
 * The terms of a calculation of request units, scaled up if only a share of executions is read.
 *
 * @param reads number of statements that read
 * @param writes number of statements that write
 * @param bytes bytes read by the server
 * @param walBytes bytes of write-ahead log
 * @param nanos execution time on the server in nanoseconds
 */
public record RuTerms(double reads, double writes, double bytes, double walBytes, double nanos) {}
