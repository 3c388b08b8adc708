package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.grpc.GrpcReports;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.report.SinkStatus;
import dev.tollbooth.report.DropReason;
import io.grpc.InsecureServerCredentials;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the driver's jar sends reports to a stock agent. */
@Timeout(300)
final class AgentIT {

    private static final int MANY = 100;

    private static GrpcReports push(DrivenReports reports, int port) {
        return GrpcReports.push(reports.reporter, new GrpcAgentOptions("127.0.0.1:" + port, "", ""));
    }

    private static SinkStatus sink(DrivenReports reports) {
        return reports.reporter.sinks().get(0);
    }

    @Test
    void push_agentTakes_getsAllFourStreams() throws Exception {
        try (DrivenReports reports = new DrivenReports();
                StockAgent agent = new StockAgent(0, InsecureServerCredentials.create());
                GrpcReports push = push(reports, agent.server.getPort())) {
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
                StockAgent agent = new StockAgent(0, InsecureServerCredentials.create());
                GrpcReports push = push(reports, agent.server.getPort())) {
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
        try (DrivenReports reports = new DrivenReports();
                LoggedLines log = new LoggedLines()) {
            StockAgent agent = new StockAgent(0, InsecureServerCredentials.create());
            port = agent.server.getPort();
            try (GrpcReports push = push(reports, port)) {
                assertThat(push.port()).isZero();
                agent.stalls = true;
                reports.report(MANY, MANY);
                DrivenReports.await(() -> !agent.stalled.isEmpty());
                agent.close();
                DrivenReports.await(() -> sink(reports).dropped().containsKey(DropReason.SINK_FAILED));
                assertThat(sink(reports).lastErrorClass()).isEqualTo("io.grpc.StatusException");
                reports.report(2, 2); // while it is away: waits for it
                try (StockAgent back = new StockAgent(port, InsecureServerCredentials.create())) {
                    DrivenReports.await(() -> sink(reports).sent() == 1);
                    assertThat(back.count("ReportTopRURecords")).isEqualTo(4);
                }
                assertThat(log.with("tollbooth.grpc.agent=127.0.0.1:" + port))
                        .satisfiesExactly(
                                line -> assertThat(line).startsWith("WARNING reports do not reach the agent"),
                                line -> assertThat(line).startsWith("INFO reports reach the agent again"));
            }
        }
    }

    @Test
    void push_noAgentGiven_saysWhatOneLooksLike() {
        try (DrivenReports reports = new DrivenReports()) {
            for (String bad : List.of("collector", "collector:", ":12020", "collector:70000", "collector:x")) {
                assertThatThrownBy(() -> GrpcReports.push(reports.reporter, new GrpcAgentOptions(bad, "", "")))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("not an agent: grpc.agent=" + bad + ", use host:port");
            }
            assertThat(reports.topRu.consumers()).isZero();
        }
    }
}
