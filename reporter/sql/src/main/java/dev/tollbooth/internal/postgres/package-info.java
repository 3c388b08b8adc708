/** The port that psql and PostgreSQL's drivers read the SQL tables by. */
@NullMarked
package dev.tollbooth.internal.postgres;

import org.jspecify.annotations.NullMarked;
