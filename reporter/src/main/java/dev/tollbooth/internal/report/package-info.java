/**
 * Reports: one per closed window, passed to each consumer on a thread of its own.
 *
 * <p>{@code Reporter} numbers reports and joins the window of TopRU with the deltas of the statement table. If an
 * interval passes without a window, the reporter sends the statement records alone, but not for the time of an open
 * window. So the windows of two reports never overlap. {@code ReportTexts} finds the texts of digests, at most 5,000 of
 * statements and 5,000 of plans. A {@code Subscription} has a claim on windows and a sink; a ticket has only a claim.
 *
 * <p>{@code GuardedSink} gives each sink one thread and room for two reports. A sink that fails repeatedly is skipped
 * for a while, and a sink that hangs gets no second thread. Reports that a sink did not get are counted. The thread
 * opens the sink first, so a fault such as a directory that can't be written is known before the first report.
 */
@NullMarked
package dev.tollbooth.internal.report;

import org.jspecify.annotations.NullMarked;
