package dev.tollbooth.internal.report;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import org.jspecify.annotations.Nullable;

/**
 * A calculator of a report's bytes of heap, by the layout of this JVM. A text counts only if TopRU does not hold the
 * same object.
 */
final class ReportWeight {

    private static final ObjectLayout LAYOUT = ObjectLayout.ofThisJvm();
    /** A list of one or two elements, with its place in a list. */
    private static final long LIST = LAYOUT.instance(3, 0, 0);

    private static final long RU_RECORD = LAYOUT.shallow(RuRecord.class) + LIST;
    private static final long RU_ITEM = LAYOUT.shallow(RuItem.class);
    /** An origin with its place in a map, without its name, which is shared. */
    private static final long RU_ORIGIN = RU_ITEM + LAYOUT.mapNode() + LAYOUT.references(2);

    private static final long SQL_RECORD = LAYOUT.shallow(SqlRecord.class) + LIST;
    private static final long SQL_ITEM = LAYOUT.shallow(SqlItem.class);
    private static final long META = LAYOUT.shallow(TextMeta.class) + LAYOUT.referenceBytes();
    /** A record with an empty histogram, and its place in a list. */
    private static final long STATEMENT =
            LAYOUT.shallow(StatementRecord.class) + LAYOUT.shallow(HistogramSnapshot.class) + LAYOUT.referenceBytes();

    private static final long RU_TERM = LAYOUT.shallow(RuTerm.class);

    /**
     * The key of a text that waits, with its node in a map; the node has two more references than other maps' nodes.
     */
    static final long NAME = LAYOUT.mapNode() + LAYOUT.instance(2, 0, 0);

    private ReportWeight() {}

    static long of(Report report, WindowHistory texts) {
        long bytes = 0;
        for (RuRecord record : report.window().ruRecords()) {
            bytes += RU_RECORD;
            for (RuItem item : record.items()) {
                bytes += RU_ITEM + item.origins().size() * RU_ORIGIN;
            }
        }
        for (SqlRecord record : report.window().sqlRecords()) {
            bytes += SQL_RECORD + record.items().size() * SQL_ITEM;
        }
        for (StatementRecord record : report.statements()) {
            int buckets = record.histogram().lastBucket() - record.histogram().firstBucket() + 1;
            bytes += (1 + record.origins().size()) * STATEMENT + LAYOUT.array(Math.max(0, buckets), Long.BYTES);
            int terms = record.ruTerms().size();
            bytes += LIST + LAYOUT.references(terms) + terms * RU_TERM;
            bytes += ofMap(record.adviceFigures().size());
        }
        for (TextMeta meta : report.sqlMetas()) {
            bytes += ofText(meta.text(), texts.sqlText(meta.digest()));
        }
        for (TextMeta meta : report.planMetas()) {
            bytes += ofText(meta.text(), texts.planText(meta.digest()));
        }
        return bytes;
    }

    /** Returns the bytes of an immutable map from shared keys to numbers; 0 for the empty map, which is shared. */
    private static long ofMap(int entries) {
        long table = LAYOUT.array(4L * entries, LAYOUT.referenceBytes());
        return entries == 0 ? 0 : LAYOUT.instance(1, 1, 0) + table + entries * LAYOUT.instance(0, 0, 1);
    }

    /**
     * Returns the bytes of a text with its record; those of the record alone if the text is the same object as {@code
     * held}.
     */
    @SuppressWarnings({"StringEquality", "ReferenceEquality"}) // by identity: whether it is shared
    static long ofText(String text, @Nullable String held) {
        if (text == held) {
            return META;
        }
        // assumes one byte per character, as most texts have: the real encoding is expensive to find
        return META + LAYOUT.instance(1, 2, 0) + LAYOUT.array(text.length(), 1);
    }
}
