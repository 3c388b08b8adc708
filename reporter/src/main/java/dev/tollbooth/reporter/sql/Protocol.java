package dev.tollbooth.reporter.sql;

/** How a client from outside of this JVM reads the tables. */
public enum Protocol {
    /** H2's own: {@code jdbc:h2:tcp://localhost:PORT/performance_schema}. */
    H2,
    /** PostgreSQL's: {@code psql -h localhost -p PORT -U USER performance_schema}. */
    POSTGRESQL
}
