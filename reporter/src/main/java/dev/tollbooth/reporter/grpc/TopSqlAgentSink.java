package dev.tollbooth.reporter.grpc;

import com.google.protobuf.MessageLite;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.DropReason;
import dev.tollbooth.accounting.report.Report;
import dev.tollbooth.proto.tipb.EmptyResponse;
import dev.tollbooth.reporter.RecordEncoder;
import dev.tollbooth.reporter.ReportSink;
import dev.tollbooth.reporter.StreamRecords;
import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pushes each report to a {@code tipb.TopSQLAgent}: a stream of records, one of the other records, then the texts.
 *
 * <p>An agent that is not there is waited for as long as the report has time, connecting again and again with growing
 * pauses; then the report has failed. Each new report tries at once.
 *
 * <p>Thread-safe.
 */
final class TopSqlAgentSink implements ReportSink, AutoCloseable {

    /** Less than a sink has, so that a slow agent is a failure of its own and not an interrupt. */
    private static final int DEADLINE_SECONDS = 30;

    private static final int KEEPALIVE_SECONDS = 60;

    private final ManagedChannel channel;
    private final DropCounters drops;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long heldBytes;

    /** Connects at the first report. */
    TopSqlAgentSink(String host, int port, DropCounters drops) {
        this.channel = Grpc.newChannelBuilderForAddress(host, port, InsecureChannelCredentials.create())
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
        this.drops = drops;
    }

    @Override
    public void accept(Report report) throws StatusException, InterruptedException {
        StreamRecords records = RecordEncoder.streamRecords(report);
        if (records.leftOut().times() > 0) {
            drops.add(DropReason.UNKNOWN_RU, records.leftOut());
        }
        channel.resetConnectBackoff();
        CallOptions options = CallOptions.DEFAULT
                .withDeadline(Deadline.after(DEADLINE_SECONDS, TimeUnit.SECONDS))
                .withWaitForReady();
        send(TopSqlMethods.REPORT_RU_RECORDS, records.ruRecords(), options);
        send(TopSqlMethods.REPORT_SQL_RECORDS, records.sqlRecords(), options);
        send(TopSqlMethods.REPORT_SQL_META, records.sqlMetas(), options);
        send(TopSqlMethods.REPORT_PLAN_META, records.planMetas(), options);
    }

    private <M extends MessageLite> void send(
            MethodDescriptor<M, EmptyResponse> method, List<M> messages, CallOptions options)
            throws StatusException, InterruptedException {
        if (messages.isEmpty()) {
            return;
        }
        long size = 0;
        for (M message : messages) {
            size += message.getSerializedSize();
        }
        heldBytes = size;
        try {
            new AgentStream<>(channel.newCall(method, options)).send(messages);
        } finally {
            heldBytes = 0;
        }
        bytes.addAndGet(size);
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    /** Ends the connection. */
    @Override
    public void close() {
        channel.shutdownNow();
    }
}
