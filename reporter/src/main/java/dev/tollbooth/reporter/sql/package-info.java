/** The statement tables in SQL: live tables of a private H2 database. */
@NullMarked
package dev.tollbooth.reporter.sql;

import org.jspecify.annotations.NullMarked;
