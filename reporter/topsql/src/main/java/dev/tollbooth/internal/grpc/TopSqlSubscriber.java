package dev.tollbooth.internal.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.ReportSink.RefusedReportException;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.StreamRecords;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.proto.tipb.CollectorType;
import dev.tollbooth.proto.tipb.TopSQLSubRequest;
import dev.tollbooth.proto.tipb.TopSQLSubResponse;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code Subscribe}. It sends each report, message by message, as fast as the subscriber accepts them.
 *
 * <p>A stalled subscriber holds one report and gRPC's buffer of 32 KiB. Reports that come meanwhile are dropped as a
 * whole and counted, and no thread waits. When the subscriber accepts messages again, it gets the rest of the report
 * that is held.
 *
 * <p>Thread-safe: gRPC calls it on one thread at a time, its sink on another; shared fields are guarded.
 */
final class TopSqlSubscriber extends ServerCall.Listener<Optional<TopSQLSubRequest>> implements ReportSink {

    private static final String NAME = "grpc";

    private final ServerCall<Optional<TopSQLSubRequest>, TopSQLSubResponse> call;
    private final Reporter reporter;
    private final Consumer<TopSqlSubscriber> left;
    private @Nullable TopSQLSubRequest request; // confined to gRPC's calls
    private @Nullable Subscription subscription; // confined to gRPC's calls
    private volatile Set<Collector> wanted = Set.of();

    @GuardedBy("this")
    private final Queue<TopSQLSubResponse> unsent = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean isLast;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private long bytes;

    private volatile long heldBytes; // written under this

    /** Makes the listener of a call; {@code left} runs when the call has ended. */
    TopSqlSubscriber(
            ServerCall<Optional<TopSQLSubRequest>, TopSQLSubResponse> call,
            Reporter reporter,
            Consumer<TopSqlSubscriber> left) {
        this.call = call;
        this.reporter = reporter;
        this.left = left;
    }

    @Override
    public void onMessage(Optional<TopSQLSubRequest> message) {
        request = message.orElse(null);
    }

    @Override
    public void onHalfClose() {
        TopSQLSubRequest asked = request;
        if (asked == null) {
            end(Status.INVALID_ARGUMENT.withDescription("malformed request: send one tipb.TopSQLSubRequest"));
            return;
        }
        wanted = collectors(asked);
        try {
            ItemInterval interval = interval(asked);
            call.sendHeaders(new Metadata());
            subscription = reporter.subscribeFromOutside(NAME, this, interval, wanted);
        } catch (IllegalArgumentException e) {
            end(Status.INVALID_ARGUMENT.withDescription(e.getMessage()));
        } catch (IllegalStateException e) {
            end(Status.RESOURCE_EXHAUSTED.withDescription(e.getMessage()));
        }
    }

    /** Returns the requested collectors. A request without any, or with an unspecified one, requests TopSQL. */
    private static Set<Collector> collectors(TopSQLSubRequest asked) {
        Set<Collector> wanted = EnumSet.noneOf(Collector.class);
        for (CollectorType type : asked.getCollectorsList()) {
            if (type == CollectorType.COLLECTOR_TYPE_TOPRU) {
                wanted.add(Collector.TOP_RU);
            } else if (type != CollectorType.UNRECOGNIZED) {
                wanted.add(Collector.TOP_SQL);
            }
        }
        return wanted.isEmpty() ? Set.of(Collector.TOP_SQL) : Set.copyOf(wanted);
    }

    /** Returns the requested width of TopRU's items; a minute if TopRU or a width is not requested. */
    private ItemInterval interval(TopSQLSubRequest asked) {
        int seconds = wants(Collector.TOP_RU) ? asked.getTopru().getItemIntervalSecondsValue() : 0;
        return seconds == 0 ? ItemInterval.SECONDS_60 : ItemInterval.ofSeconds(seconds);
    }

    private boolean wants(Collector collector) {
        return wanted.contains(collector);
    }

    private synchronized void end(Status status) {
        if (!ended) {
            ended = true;
            call.close(status, new Metadata());
        }
    }

    @Override
    public void onCancel() {
        leave();
    }

    @Override
    public void onComplete() {
        leave();
    }

    private void leave() {
        synchronized (this) {
            ended = true;
            unsent.clear();
            heldBytes = 0;
        }
        left.accept(this);
        Subscription ending = subscription;
        if (ending != null) {
            ending.close();
        }
    }

    @Override
    public void onReady() {
        send();
    }

    @Override
    public void accept(Report report) throws RefusedReportException {
        synchronized (this) {
            if (!unsent.isEmpty()) {
                throw new RefusedReportException(DropReason.SINK_BUSY);
            }
        }
        StreamRecords records = RecordEncoder.streamRecords(report);
        if (wants(Collector.TOP_RU) && records.leftOut().times() > 0) {
            reporter.drops().add(DropReason.UNKNOWN_RU, records.leftOut());
        }
        synchronized (this) {
            if (!ended) {
                queue(records);
            }
        }
        send();
    }

    @GuardedBy("this")
    private void queue(StreamRecords records) {
        TopSQLSubResponse.Builder response = TopSQLSubResponse.newBuilder();
        if (wants(Collector.TOP_SQL)) {
            records.sqlRecords()
                    .forEach(record -> unsent.add(response.setRecord(record).build()));
        }
        if (wants(Collector.TOP_RU)) {
            records.ruRecords()
                    .forEach(record -> unsent.add(response.setRuRecord(record).build()));
        }
        records.sqlMetas().forEach(meta -> unsent.add(response.setSqlMeta(meta).build()));
        records.planMetas()
                .forEach(meta -> unsent.add(response.setPlanMeta(meta).build()));
        long held = 0;
        for (TopSQLSubResponse message : unsent) {
            held += message.getSerializedSize();
        }
        heldBytes = held;
    }

    private synchronized void send() {
        while (!ended && call.isReady()) {
            TopSQLSubResponse next = unsent.poll();
            if (next == null) {
                if (isLast) {
                    end(Status.UNAVAILABLE.withDescription("the process ends: subscribe again"));
                }
                return;
            }
            bytes += next.getSerializedSize();
            heldBytes -= next.getSerializedSize();
            call.sendMessage(next);
        }
    }

    /** Ends the call as soon as all messages that are held are sent. */
    synchronized void finish() {
        isLast = true;
        send();
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    @Override
    public synchronized long bytes() {
        return bytes;
    }
}
