/** What leaves the process: one immutable report for each window, and those who take it. */
@NullMarked
package dev.tollbooth.report;

import org.jspecify.annotations.NullMarked;
