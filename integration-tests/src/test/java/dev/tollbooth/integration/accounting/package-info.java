/** What is counted agrees, to the last execution, with what the application counted itself. */
@NullMarked
package dev.tollbooth.integration.accounting;

import org.jspecify.annotations.NullMarked;
