package dev.tollbooth.internal.sql;

import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code top_ru}, or of {@code top_ru_by_origin}.
 *
 * @param record whose it is
 * @param item what was spent
 * @param origin by whom in the code; null of all, and where nobody has named it
 * @param itemSeconds the item's width
 */
record TopRuRow(RuRecord record, RuItem item, @Nullable String origin, int itemSeconds) {}
