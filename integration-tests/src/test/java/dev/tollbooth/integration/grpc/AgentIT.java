package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import dev.tollbooth.accounting.report.DropReason;
import dev.tollbooth.reporter.SinkStatus;
import dev.tollbooth.reporter.grpc.GrpcReports;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The driver's jar pushes to a stock agent. */
@Timeout(300)
final class AgentIT {

    private static final Map<String, String> REQUESTS = Map.of(
            "ReportTopSQLRecords", "TopSQLRecord",
            "ReportTopRURecords", "TopRURecord",
            "ReportSQLMeta", "SQLMeta",
            "ReportPlanMeta", "PlanMeta");
    private static final int MANY = 100;

    /** An agent that keeps what it gets; while it stalls it asks for nothing. */
    private static final class Agent implements AutoCloseable {
        final Map<String, List<DynamicMessage>> got = new ConcurrentHashMap<>();
        final List<ServerCall<?, ?>> stalled = new CopyOnWriteArrayList<>();
        final Server server;
        volatile boolean stalls;

        Agent(int port) throws IOException {
            ServerServiceDefinition.Builder service = ServerServiceDefinition.builder("tipb.TopSQLAgent");
            REQUESTS.forEach((name, request) -> {
                got.put(name, new CopyOnWriteArrayList<>());
                service.addMethod(TipbPeer.agent(name, request), (call, headers) -> take(name, call));
            });
            server = Grpc.newServerBuilderForPort(port, InsecureServerCredentials.create())
                    .addService(service.build())
                    .build()
                    .start();
        }

        private ServerCall.Listener<DynamicMessage> take(String name, ServerCall<DynamicMessage, DynamicMessage> call) {
            if (stalls) {
                stalled.add(call);
            } else {
                call.request(Integer.MAX_VALUE);
            }
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(DynamicMessage message) {
                    got.getOrDefault(name, List.of()).add(message);
                }

                @Override
                public void onHalfClose() {
                    call.sendHeaders(new Metadata());
                    call.sendMessage(TipbPeer.empty("EmptyResponse"));
                    call.close(Status.OK, new Metadata());
                }
            };
        }

        int count(String name) {
            return got.getOrDefault(name, List.of()).size();
        }

        void goOn() {
            stalls = false;
            stalled.forEach(call -> call.request(Integer.MAX_VALUE));
        }

        @Override
        public void close() throws InterruptedException {
            server.shutdownNow();
            assertThat(server.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static SinkStatus sink(DrivenReports reports) {
        return reports.reporter.sinks().get(0);
    }

    @Test
    void push_agentTakes_getsAllFourStreams() throws Exception {
        try (DrivenReports reports = new DrivenReports();
                Agent agent = new Agent(0);
                GrpcReports push = GrpcReports.push(reports.reporter, "127.0.0.1:" + agent.server.getPort())) {
            assertThat(push.port()).isZero();
            assertThat(reports.sessions.isCollecting()).isTrue();
            reports.report(3, 2);
            DrivenReports.await(() -> sink(reports).sent() == 1);
            assertThat(agent.count("ReportTopRURecords")).isEqualTo(6);
            assertThat(agent.count("ReportTopSQLRecords")).isEqualTo(2);
            assertThat(agent.count("ReportSQLMeta")).isEqualTo(2);
            assertThat(agent.count("ReportPlanMeta")).isZero();
            assertThat(sink(reports).name()).isEqualTo("grpc-agent");
            assertThat(sink(reports).bytes()).isPositive();
            push.close();
            assertThat(reports.topRu.consumers()).isZero();
        }
    }

    @Test
    void push_agentStalls_oneReportWaitsFurtherOnesAreDroppedAndItGoesOn() throws Exception {
        try (DrivenReports reports = new DrivenReports();
                Agent agent = new Agent(0);
                GrpcReports push = GrpcReports.push(reports.reporter, "127.0.0.1:" + agent.server.getPort())) {
            assertThat(push.port()).isZero();
            agent.stalls = true;
            reports.report(MANY, MANY);
            DrivenReports.await(() -> !agent.stalled.isEmpty());
            reports.report(MANY, MANY);
            for (int i = 0; i < 3; i++) {
                reports.report(MANY, MANY);
            }
            assertThat(sink(reports).dropped().get(DropReason.SINK_BUSY)).isEqualTo(3);
            agent.goOn();
            DrivenReports.await(() -> sink(reports).sent() == 2);
            assertThat(agent.count("ReportTopRURecords")).isEqualTo(2 * MANY * MANY);
        }
    }

    @Test
    void push_agentDiesAndComesBack_theReportItWasAtHasFailedAndTheNextArrives() throws Exception {
        int port;
        try (DrivenReports reports = new DrivenReports()) {
            Agent agent = new Agent(0);
            port = agent.server.getPort();
            try (GrpcReports push = GrpcReports.push(reports.reporter, "127.0.0.1:" + port)) {
                assertThat(push.port()).isZero();
                agent.stalls = true;
                reports.report(MANY, MANY);
                DrivenReports.await(() -> !agent.stalled.isEmpty());
                agent.close();
                DrivenReports.await(() -> sink(reports).dropped().containsKey(DropReason.SINK_FAILED));
                assertThat(sink(reports).lastErrorClass()).isEqualTo("io.grpc.StatusException");
                reports.report(2, 2); // while it is away: waits for it
                try (Agent back = new Agent(port)) {
                    DrivenReports.await(() -> sink(reports).sent() == 1);
                    assertThat(back.count("ReportTopRURecords")).isEqualTo(4);
                }
            }
        }
    }

    @Test
    void push_noAgentGiven_saysWhatOneLooksLike() {
        try (DrivenReports reports = new DrivenReports()) {
            for (String bad : List.of("collector", "collector:", ":12020", "collector:70000", "collector:x")) {
                assertThatThrownBy(() -> GrpcReports.push(reports.reporter, bad))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("not an agent: grpc.agent=" + bad + ", use host:port");
            }
            assertThat(reports.topRu.consumers()).isZero();
        }
    }
}
