package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A benchmark that encodes one report of 100 users by 100 statements with four items each, and 5,000 texts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class EncodeBenchmark {

    private static final int USERS = 100;
    private static final int STATEMENTS = 100;
    private static final int TEXTS = 5_000;

    private final Report report = report();
    private final ReportResource sender = ReportResource.ofInstance("default");

    /** For JMH. */
    public EncodeBenchmark() {}

    private static Report report() {
        List<RuRecord> records = new ArrayList<>();
        List<TextMeta> texts = new ArrayList<>();
        for (int user = 0; user < USERS; user++) {
            for (int statement = 0; statement < STATEMENTS; statement++) {
                String text = "select `name` , `price` , `category` from `product_" + (user * STATEMENTS + statement)
                        + "` where `id` = ? and `tenant` = ? order by `name` limit ?";
                Sha256 digest = TextDigest.ofNormalized(text, "SELECT").sha256();
                List<RuItem> items = new ArrayList<>();
                for (int item = 0; item < 4; item++) {
                    items.add(new RuItem(1_700_000_010L + 15L * item, 1.5 + statement, 10, 1_000_000, 0, 0));
                }
                records.add(new RuRecord(
                        RecordScope.STATEMENT,
                        "PostgreSQL/shop",
                        "estimate",
                        "user-" + user,
                        digest,
                        Sha256.NONE,
                        items));
                if (texts.size() < TEXTS) {
                    texts.add(new TextMeta("PostgreSQL/shop", digest, text));
                }
            }
        }
        Window window = new Window(1_700_000_010L, 1_700_000_070L, 15, records, List.of());
        return new Report("default", "boot", 1, window, texts, List.of(), List.of(), null, Map.of(), List.of());
    }

    /** Encodes the bytes of a report file's message. */
    @Benchmark
    public byte[] fileReport() {
        return RecordEncoder.fileReport(report, sender).toByteArray();
    }
}
