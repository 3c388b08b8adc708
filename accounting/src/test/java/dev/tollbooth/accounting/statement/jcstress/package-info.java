/** Races on the statement table that jcstress explores; {@link dev.tollbooth.accounting.statement.jcstress.JcstressTest} runs them. */
package dev.tollbooth.accounting.statement.jcstress;
