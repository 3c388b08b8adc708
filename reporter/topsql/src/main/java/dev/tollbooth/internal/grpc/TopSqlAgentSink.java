package dev.tollbooth.internal.grpc;

import com.google.protobuf.MessageLite;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.StreamRecords;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.proto.tipb.EmptyResponse;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Report;
import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A sink that pushes each report to a {@code tipb.TopSQLAgent}. It opens one stream for each kind of record, then one
 * for each kind of text.
 *
 * <p>If the agent is unreachable, the sink reconnects with growing pauses until the report's time is over. Then the
 * report has failed. Each new report connects at once.
 *
 * <p>Thread-safe.
 */
final class TopSqlAgentSink implements ReportSink {

    private static final int KEEPALIVE_SECONDS = 60;

    private final ManagedChannel channel;
    private final BearerToken token;
    private final DropCounters drops;
    private final AtomicLong bytes = new AtomicLong();
    private final String address;
    private final int patienceSeconds;
    private volatile long heldBytes;
    private boolean failing; // used by the sink's thread only

    /**
     * Makes a sink that connects at the first report. With TLS, the agent's certificate must name {@code host}.
     *
     * @throws IllegalStateException if TLS or token are invalid; the message names the setting
     */
    TopSqlAgentSink(String host, int port, GrpcAgentOptions options, DropCounters drops) {
        this.address = host + ":" + port;
        this.patienceSeconds = options.patienceSeconds();
        this.token = new BearerToken(options.token(), "grpc.agent.token");
        this.channel = Grpc.newChannelBuilderForAddress(host, port, Transport.credentials(options))
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
                .withDeadline(Deadline.after(patienceSeconds, TimeUnit.SECONDS))
                .withWaitForReady();
        try {
            send(records, options);
        } catch (StatusException e) {
            failed(e.getStatus().getCode());
            throw e;
        }
        if (failing) {
            failing = false;
            Log.info("reports reach the agent again: tollbooth.grpc.agent=" + address);
        }
    }

    /** Logs a failure once, until a report reaches the agent. */
    private void failed(Status.Code status) {
        if (!failing) {
            failing = true;
            Log.warning("reports do not reach the agent: tollbooth.grpc.agent=" + address + ", status=" + status
                    + "; start it or correct the setting, each report tries again");
        }
    }

    private void send(StreamRecords records, CallOptions options) throws StatusException, InterruptedException {
        send(TopSqlMethods.REPORT_SQL_RECORDS, records.sqlRecords(), options);
        send(TopSqlMethods.REPORT_RU_RECORDS, records.ruRecords(), options);
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
            new AgentStream<>(channel.newCall(method, options), token.headers()).send(messages);
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

    /** Closes the connection. */
    void close() {
        channel.shutdownNow();
    }
}
