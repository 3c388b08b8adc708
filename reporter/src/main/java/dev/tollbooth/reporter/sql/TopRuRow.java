package dev.tollbooth.reporter.sql;

import dev.tollbooth.accounting.report.RuItem;
import dev.tollbooth.accounting.report.RuRecord;

/**
 * One row of {@code top_ru}.
 *
 * @param record whose it is
 * @param item what was spent
 * @param itemSeconds the item's width
 */
record TopRuRow(RuRecord record, RuItem item, int itemSeconds) {}
