package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.instance.ConsoleMemory;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.ExposedMemory;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reports of an instance that runs, encoded as in files: {@value #MOST_BYTES} bytes of them at most, or a quarter of
 * {@code memory.limit} where that is less; the oldest go first. Before the first one the figures are those of the statement
 * table.
 *
 * <p>Thread-safe.
 */
final class ReportHistory implements ReportConsumer, ReportSource, ModelSource, ConsoleMemory {

    private static final int MOST_BYTES = 16 << 20;
    private static final int PART_OF_LIMIT = 4;
    /** An array's header and its place in the queue. */
    private static final int BYTES_EACH = 24;

    private final String name;
    private final ExposedInstance exposed;
    private final BudgetMarks budgets = new BudgetMarks();
    private final long most;

    @GuardedBy("this")
    private final Deque<byte[]> reports = new ArrayDeque<>();

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long taken;

    ReportHistory(String name, ExposedInstance exposed) {
        this.name = name;
        this.exposed = exposed;
        exposed.budgets().listen(budgets);
        ExposedMemory memory = exposed.memory();
        this.most = memory == null
                ? MOST_BYTES
                : Math.min(MOST_BYTES, memory.limit().limitBytes() / PART_OF_LIMIT);
    }

    @Override
    public void accept(Report report) {
        byte[] encoded = RecordEncoder.fileReport(report, ReportResource.ofInstance(report.instance()))
                .toByteArray();
        synchronized (this) {
            taken++;
            reports.addLast(encoded);
            bytes += encoded.length + BYTES_EACH;
            shrink(bytes - most);
        }
    }

    @Override
    public synchronized long heldBytes() {
        return bytes;
    }

    /** Forgets the oldest reports; the last one stays. */
    @Override
    public synchronized long shrink(long wanted) {
        long freed = 0;
        while (freed < wanted && reports.size() > 1) {
            freed += reports.removeFirst().length + BYTES_EACH;
        }
        bytes -= freed;
        return freed;
    }

    private synchronized List<byte[]> reports() {
        return List.copyOf(reports);
    }

    @Override
    public synchronized String version() {
        return (taken == 0 ? "table-" + exposed.statements().executions() : "report-" + taken) + "-" + budgets.told();
    }

    @Override
    public void forEach(Consumer<dev.tollbooth.proto.v1.Report> consumer) {
        try {
            for (byte[] each : reports()) {
                consumer.accept(dev.tollbooth.proto.v1.Report.parseFrom(each));
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a report that was encoded here cannot be read", e);
        }
    }

    @Override
    public PageModel model() {
        return reported().with(budgets.list());
    }

    private PageModel reported() {
        List<byte[]> known = reports();
        if (known.isEmpty()) {
            dev.tollbooth.proto.v1.Report table = TableReport.of(name, exposed);
            return PageModels.of(reports -> reports.accept(table), TimeSpan.ALL);
        }
        return PageModels.of(this, TimeSpan.ALL);
    }
}
