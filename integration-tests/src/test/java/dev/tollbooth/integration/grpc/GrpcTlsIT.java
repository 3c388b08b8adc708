package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.grpc.GrpcReports;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.report.SinkStatus;
import dev.tollbooth.report.DropReason;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who may subscribe, and to whom reports are sent, with TLS and tokens. */
@Timeout(300)
final class GrpcTlsIT {

    private static final String TOKEN = "s3cret-token";
    private static final String ALL_ADDRESSES = "0.0.0.0";

    private static TestCertificates certificates;

    private final DrivenReports reports = new DrivenReports();
    private final List<ManagedChannel> channels = new ArrayList<>();

    @BeforeAll
    static void certify(@TempDir Path directory) throws Exception {
        certificates = new TestCertificates(directory)
                .authority("ca")
                .authority("other-ca")
                .certificate("local", "ca", "RSA", "dns:localhost,ip:127.0.0.1")
                .certificate("local-ec", "ca", "EC", "dns:localhost,ip:127.0.0.1")
                .certificate("elsewhere", "ca", "RSA", "dns:elsewhere.example");
    }

    @AfterEach
    void close() throws Exception {
        reports.close();
        for (ManagedChannel channel : channels) {
            channel.shutdownNow();
            assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static GrpcPortOptions port(String host, String token, String name) {
        return new GrpcPortOptions(0, host, token, certificates.file(name + ".pem"), certificates.file(name + ".key"));
    }

    private GrpcReports serve(GrpcPortOptions options) {
        return GrpcReports.serve(reports.reporter, options);
    }

    private static ChannelCredentials trusting(String ca) throws IOException {
        return TlsChannelCredentials.newBuilder()
                .trustManager(new File(certificates.file(ca)))
                .build();
    }

    /** Subscribes with this text in {@code authorization}; null sends none. */
    private SubscribingClient subscribe(GrpcReports service, ChannelCredentials credentials, String authorization) {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress("127.0.0.1", service.port(), credentials)
                .build();
        channels.add(channel);
        SubscribingClient client = new SubscribingClient();
        ClientCall<com.google.protobuf.DynamicMessage, com.google.protobuf.DynamicMessage> call =
                channel.newCall(TipbPeer.SUBSCRIBE, CallOptions.DEFAULT);
        Metadata headers = new Metadata();
        if (authorization != null) {
            headers.put(TipbPeer.AUTHORIZATION, authorization);
        }
        call.start(client, headers);
        call.request(Integer.MAX_VALUE);
        call.sendMessage(TipbPeer.request(60));
        call.halfClose();
        return client;
    }

    private Status refused(GrpcReports service, ChannelCredentials credentials, String authorization)
            throws InterruptedException {
        SubscribingClient client = subscribe(service, credentials, authorization);
        client.closed.await();
        assertThat(reports.topRu.consumers()).isZero();
        return client.status;
    }

    private void assertGetsReports(SubscribingClient client) throws InterruptedException {
        DrivenReports.await(() -> reports.topRu.consumers() == 1);
        reports.report(1, 1);
        assertThat(TipbPeer.has(client.got.take(), "record")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"local, localhost", "local-ec, 127.0.0.1", "local, 0.0.0.0"})
    void subscribe_rightAuthorityAndToken_getsReports(String name, String host) throws Exception {
        try (GrpcReports service = serve(port(host, TOKEN, name))) {
            assertGetsReports(subscribe(service, trusting("ca.pem"), "Bearer " + TOKEN));
        }
    }

    @Test
    void subscribe_tokenWithoutTlsOnLoopback_getsReports() throws Exception {
        try (GrpcReports service = serve(new GrpcPortOptions(0, "localhost", TOKEN, "", ""))) {
            Status none = refused(service, InsecureChannelCredentials.create(), null);
            assertThat(none.getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            assertGetsReports(subscribe(service, InsecureChannelCredentials.create(), "bearer " + TOKEN));
        }
    }

    @Test
    void subscribe_wrongTokenOrNone_isUnauthenticated() throws Exception {
        try (GrpcReports service = serve(port("localhost", TOKEN, "local"))) {
            for (String said : new String[] {
                null, "", "Bearer", "Bearer ", "Bearer " + TOKEN + "x", "Bearer s3cret", TOKEN, "Basic " + TOKEN
            }) {
                Status status = refused(service, trusting("ca.pem"), said);
                assertThat(status.getCode()).as("%s: %s", said, status).isEqualTo(Status.Code.UNAUTHENTICATED);
                assertThat(status.getDescription())
                        .contains("authorization: Bearer TOKEN")
                        .doesNotContain(TOKEN);
            }
        }
    }

    @Test
    void subscribe_wrongAuthorityOrNameOrNoTls_doesNotConnect() throws Exception {
        try (GrpcReports local = serve(port("localhost", TOKEN, "local"));
                GrpcReports elsewhere = serve(port("localhost", TOKEN, "elsewhere"))) {
            String said = "Bearer " + TOKEN;
            assertThat(refused(local, trusting("other-ca.pem"), said).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused(local, TlsChannelCredentials.create(), said).getCode())
                    .isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused(local, InsecureChannelCredentials.create(), said).getCode())
                    .isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused(elsewhere, trusting("ca.pem"), said).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    @Test
    void serve_notOnLoopbackWithoutTlsOrToken_isRefusedAndNothingListens() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String pem = certificates.file("local.pem");
        String key = certificates.file("local.key");
        for (GrpcPortOptions options : List.of(
                new GrpcPortOptions(free, ALL_ADDRESSES, "", "", ""),
                new GrpcPortOptions(free, ALL_ADDRESSES, TOKEN, "", ""),
                new GrpcPortOptions(free, ALL_ADDRESSES, "", pem, key),
                new GrpcPortOptions(free, "::", TOKEN, "", ""))) {
            assertThatThrownBy(() -> serve(options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("port that other machines can reach, without TLS or token: grpc.listen="
                            + options.host() + ":" + free
                            + "; set grpc.tls=certificate:FILE,key:FILE and grpc.token, or name the port only");
            new ServerSocket(free).close(); // nobody has it
        }
    }

    @Test
    void serve_badFiles_namesSettingAndFile() throws Exception {
        String pem = certificates.file("local.pem");
        String key = certificates.file("local.key");
        String none = certificates.file("none.pem");
        String garbage = certificates.write("garbage.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END");
        assertRefused("", key, "grpc.tls=key:" + key);
        assertRefused(pem, "", "grpc.tls=certificate:" + pem);
        assertRefused(none, key, "can't be read: grpc.tls=certificate:" + none);
        assertRefused(pem, none, "can't be read: grpc.tls=key:" + none);
        assertRefused(garbage, key, "no PEM certificate: grpc.tls=certificate:" + garbage);
        assertRefused(key, key, "no PEM certificate: grpc.tls=certificate:" + key);
        assertRefused(certificates.write("empty.pem", ""), key, "no PEM certificate: grpc.tls=certificate:");
        assertRefused(pem, garbage, "grpc.tls=key:" + garbage);
        assertRefused(pem, pem, "openssl pkcs8 -topk8 -nocrypt");
        assertRefused(pem, certificates.file("local-ec.key"), "kind, RSA: grpc.tls=key:");
        String another = certificates.file("elsewhere.key");
        assertRefused(pem, another, "key of another certificate: grpc.tls=key:" + another);
    }

    private void assertRefused(String certificate, String key, String message) {
        assertThatThrownBy(() -> serve(new GrpcPortOptions(0, "localhost", TOKEN, certificate, key)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "caf\u00e9", "line\nbreak"})
    void serve_tokenThatMetadataCannotCarry_isRefusedAndNotShown(String token) {
        assertThatThrownBy(() -> serve(new GrpcPortOptions(0, "localhost", token, "", "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("grpc.token")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(token));
        assertThat(new GrpcPortOptions(0, "localhost", token, "", "").toString())
                .doesNotContain(token);
        assertThat(new GrpcAgentOptions("a:1", "system", token).toString()).doesNotContain(token);
    }

    private static ServerCredentials certifiedAs(String name) throws IOException {
        return TlsServerCredentials.create(
                new File(certificates.file(name + ".pem")), new File(certificates.file(name + ".key")));
    }

    private GrpcReports push(StockAgent agent, String ca, String token) {
        return GrpcReports.push(
                reports.reporter, new GrpcAgentOptions("localhost:" + agent.server.getPort(), ca, token));
    }

    /** Pushes like {@link #push} to an agent that no report reaches. */
    private GrpcReports pushInVain(StockAgent agent, String ca) {
        return GrpcReports.push(
                reports.reporter, new GrpcAgentOptions("localhost:" + agent.server.getPort(), ca, TOKEN, 5));
    }

    @Test
    void push_agentOfTheAuthority_getsReportsAndToken() throws Exception {
        try (StockAgent agent = new StockAgent(0, certifiedAs("local"));
                GrpcReports push = push(agent, certificates.file("ca.pem"), TOKEN)) {
            assertThat(push.port()).isZero();
            reports.report(2, 2);
            DrivenReports.await(() -> reports.reporter.sinks().get(0).sent() == 1);
            assertThat(agent.count("ReportTopRURecords")).isEqualTo(4);
            assertThat(agent.authorizations).containsExactly("Bearer " + TOKEN);
        }
    }

    @Test
    void push_agentOfAnotherNameOrAuthority_isACountedFailureAndIsToldNothing() throws Exception {
        try (StockAgent elsewhere = new StockAgent(0, certifiedAs("elsewhere"));
                StockAgent local = new StockAgent(0, certifiedAs("local"));
                GrpcReports wrongName = pushInVain(elsewhere, certificates.file("ca.pem"));
                GrpcReports wrongAuthority = pushInVain(local, certificates.file("other-ca.pem"));
                GrpcReports notKnownToJava = pushInVain(local, GrpcAgentOptions.SYSTEM);
                GrpcReports right = push(local, certificates.file("ca.pem"), "")) {
            assertThat(List.of(wrongName.port(), wrongAuthority.port(), notKnownToJava.port(), right.port()))
                    .containsOnly(0);
            reports.report(2, 2);
            DrivenReports.await(() -> reports.reporter.sinks().get(3).sent() == 1);
            for (int i = 0; i < 3; i++) {
                int sink = i;
                DrivenReports.await(
                        () -> reports.reporter.sinks().get(sink).dropped().containsKey(DropReason.SINK_FAILED));
                SinkStatus status = reports.reporter.sinks().get(sink);
                assertThat(status.lastErrorClass()).isEqualTo("io.grpc.StatusException");
                assertThat(status.sent()).isZero();
            }
            assertThat(elsewhere.authorizations).isEmpty();
            assertThat(local.authorizations).containsExactly("null");
            assertThat(local.count("ReportTopRURecords")).isEqualTo(4);
        }
    }

    @Test
    void push_badFileOrTokenWithoutTls_isRefused() throws Exception {
        String none = certificates.file("none.pem");
        String key = certificates.file("local.key");
        try (StockAgent agent = new StockAgent(0, certifiedAs("local"))) {
            assertThatThrownBy(() -> push(agent, none, ""))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("grpc.tls=ca:" + none);
            assertThatThrownBy(() -> push(agent, key, ""))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no PEM certificate: grpc.tls=ca:" + key);
            assertThatThrownBy(() -> push(agent, "", TOKEN))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("grpc.agent.token; set grpc.tls=ca:FILE");
        }
        assertThat(reports.topRu.consumers()).isZero();
    }
}
