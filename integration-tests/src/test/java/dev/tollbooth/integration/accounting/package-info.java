/** Tests that the counts agree, to the last execution, with those of the application. */
@NullMarked
package dev.tollbooth.integration.accounting;

import org.jspecify.annotations.NullMarked;
