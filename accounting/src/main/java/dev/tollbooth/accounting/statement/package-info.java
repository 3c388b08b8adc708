/** The statement table: what each statement's executions cost, by schema and digest, in bounded memory. */
@NullMarked
package dev.tollbooth.accounting.statement;

import org.jspecify.annotations.NullMarked;
