package dev.tollbooth.internal.sql;

import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;

/**
 * One row of {@code top_ru}.
 *
 * @param record whose it is
 * @param item what was spent
 * @param itemSeconds the item's width
 */
record TopRuRow(RuRecord record, RuItem item, int itemSeconds) {}
