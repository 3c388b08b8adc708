package dev.tollbooth.integration.report;

import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reports with known content for readers: one execution and one RU for each record, about 70 bytes. */
final class NumberedReports {
    private static final long MINUTE = 60;

    private NumberedReports() {}

    static Report of(String bootId, long sequence, int records) {
        long start = MINUTE * sequence;
        List<RuRecord> keys = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            byte[] digest = new byte[Sha256.BYTES];
            ByteBuffer.wrap(digest).putLong(sequence).putInt(i + 1);
            keys.add(new RuRecord(
                    RecordScope.STATEMENT,
                    "H2/shop",
                    "estimate",
                    "user",
                    Sha256.of(digest),
                    Sha256.NONE,
                    List.of(new RuItem(start, 1, 1, 1, 0, 0))));
        }
        Window window = new Window(start, start + MINUTE, (int) MINUTE, keys, List.of());
        return new Report(
                "default", bootId, sequence, window, List.of(), List.of(), List.of(), null, Map.of(), List.of());
    }
}
