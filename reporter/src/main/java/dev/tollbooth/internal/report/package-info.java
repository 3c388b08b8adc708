/**
 * Reports: one per closed window, passed to each consumer on a thread of its own.
 *
 * <p>{@code Reporter} numbers reports and joins the window of TopRU with the deltas of the statement table. If an
 * interval passes without a window, it sends the statement records alone. While a window is open no shorter interval
 * leaves, so two windows never overlap. {@code ReportTexts} finds the texts of digests, 5,000 at most. A {@code
 * Subscription} is a lease of TopRU and a sink; a ticket is a lease alone.
 *
 * <p>{@code GuardedSink} gives each sink one thread and room for two reports. A sink that fails is left alone for a
 * while, and one that hangs gets no second thread. Reports that a sink missed are counted. It opens a sink on that
 * thread, so a directory that can't be written is known before the first report.
 */
@NullMarked
package dev.tollbooth.internal.report;

import org.jspecify.annotations.NullMarked;
