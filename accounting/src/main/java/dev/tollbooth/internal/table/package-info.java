/** What statements have cost since the start: rows by schema and digest, their histograms, events. */
@NullMarked
package dev.tollbooth.internal.table;

import org.jspecify.annotations.NullMarked;
