/** Request units by the notices of PostgreSQL's auto_explain. */
@NullMarked
package dev.tollbooth.internal.ru.postgres;

import org.jspecify.annotations.NullMarked;
