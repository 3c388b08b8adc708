package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCredentials;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** An agent that keeps all received reports; while it stalls, it requests none. */
final class StockAgent implements AutoCloseable {

    private static final Map<String, String> REQUESTS = Map.of(
            "ReportTopSQLRecords", "TopSQLRecord",
            "ReportTopRURecords", "TopRURecord",
            "ReportSQLMeta", "SQLMeta",
            "ReportPlanMeta", "PlanMeta");

    final Map<String, List<DynamicMessage>> got = new ConcurrentHashMap<>();
    /** The values of {@code authorization} in the calls. */
    final Set<String> authorizations = ConcurrentHashMap.newKeySet();

    final List<ServerCall<?, ?>> stalled = new CopyOnWriteArrayList<>();
    final Server server;
    volatile boolean stalls;

    StockAgent(int port, ServerCredentials credentials) throws IOException {
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder("tipb.TopSQLAgent");
        REQUESTS.forEach((name, request) -> {
            got.put(name, new CopyOnWriteArrayList<>());
            service.addMethod(TipbPeer.agent(name, request), (call, headers) -> {
                authorizations.add(String.valueOf(headers.get(TipbPeer.AUTHORIZATION)));
                return take(name, call);
            });
        });
        server = Grpc.newServerBuilderForPort(port, credentials)
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
