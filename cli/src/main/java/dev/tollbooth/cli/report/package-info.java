/** Readings of report files: the top statements, a statement's latencies over time, comparisons, advice. */
@NullMarked
package dev.tollbooth.cli.report;

import org.jspecify.annotations.NullMarked;
