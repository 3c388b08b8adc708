/** Reports: one immutable report per window, and their consumers. */
@NullMarked
package dev.tollbooth.report;

import org.jspecify.annotations.NullMarked;
