/** The small part of PostgreSQL's protocol, version 3, that psql and drivers need to read the SQL tables. */
@NullMarked
package dev.tollbooth.reporter.postgres;

import org.jspecify.annotations.NullMarked;
