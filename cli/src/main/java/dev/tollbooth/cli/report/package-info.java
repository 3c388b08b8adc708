/** Reads report files: the top statements, a statement's latencies over time, and the reports as JSON. */
@NullMarked
package dev.tollbooth.cli.report;

import org.jspecify.annotations.NullMarked;
