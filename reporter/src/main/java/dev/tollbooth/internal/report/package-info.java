/** Makes reports and hands them to sinks, each on a thread of its own. */
@NullMarked
package dev.tollbooth.internal.report;

import org.jspecify.annotations.NullMarked;
