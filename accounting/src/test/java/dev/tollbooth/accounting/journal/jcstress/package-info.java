/** Races between executions and the tick that jcstress explores, together with those of the statement table. */
package dev.tollbooth.accounting.journal.jcstress;
