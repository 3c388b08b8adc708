package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import dev.tollbooth.internal.grpc.GrpcReports;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.report.SinkStatus;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests stock clients of the service that the driver's jar opens. */
@Timeout(300)
final class SubscribeIT {

    private static final int MANY = 100;
    /** The items of a report: request units by user and statement, records by statement, and texts. */
    private static final int PER_REPORT = MANY * MANY + MANY + MANY;

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final DrivenReports reports = new DrivenReports();
    private final GrpcReports service =
            GrpcReports.serve(reports.reporter, new GrpcPortOptions(0, GrpcPortOptions.LOOPBACK, "", "", ""));
    private final List<ManagedChannel> channels = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        service.close();
        reports.close();
        for (ManagedChannel channel : channels) {
            channel.shutdownNow();
            assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private ManagedChannel channel() {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "127.0.0.1", service.port(), InsecureChannelCredentials.create())
                .build();
        channels.add(channel);
        return channel;
    }

    /** Subscribes; the client receives {@code messages} until it requests more. */
    private ClientCall<DynamicMessage, DynamicMessage> subscribe(
            ManagedChannel channel, SubscribingClient client, int itemSeconds, int messages) {
        return subscribe(channel, client, TipbPeer.request(itemSeconds), messages);
    }

    private ClientCall<DynamicMessage, DynamicMessage> subscribe(
            ManagedChannel channel, SubscribingClient client, DynamicMessage request, int messages) {
        ClientCall<DynamicMessage, DynamicMessage> call = channel.newCall(TipbPeer.SUBSCRIBE, CallOptions.DEFAULT);
        call.start(client, new Metadata());
        if (messages > 0) {
            call.request(messages);
        }
        call.sendMessage(request);
        call.halfClose();
        return call;
    }

    private void awaitConsumers(int count) throws InterruptedException {
        // windows are collected for the subscriber, and its reports can be sent
        DrivenReports.await(() ->
                reports.topRu.consumers() == count && reports.reporter.sinks().size() == count);
    }

    private SinkStatus sink() {
        return reports.reporter.sinks().get(0);
    }

    private static long count(SubscribingClient client, String kind) {
        return client.got.stream()
                .filter(message -> TipbPeer.has(message, kind))
                .count();
    }

    @Test
    void subscribe_stockClient_getsRecordsThenTextsInTheItemsItAskedFor() throws Exception {
        SubscribingClient client = new SubscribingClient();
        ClientCall<?, ?> call = subscribe(channel(), client, 15, UNBOUNDED);
        awaitConsumers(1);
        assertThat(reports.topRu.itemInterval()).isEqualTo(ItemInterval.SECONDS_15);
        reports.report(1, 1);
        DynamicMessage sql = TipbPeer.inner(client.got.take(), "record");
        DynamicMessage record = TipbPeer.inner(client.got.take(), "ru_record");
        assertThat(TipbPeer.get(record, "user")).isEqualTo(DrivenReports.user(0));
        assertThat(TipbPeer.text(record, "keyspace_name")).isEqualTo("H2/shop");
        List<?> items = (List<?>) TipbPeer.get(record, "items");
        DynamicMessage item = (DynamicMessage) items.get(0);
        assertThat(TipbPeer.get(item, "total_ru")).isEqualTo(2.5);
        assertThat(TipbPeer.get(item, "exec_count")).isEqualTo(1L);
        assertThat(TipbPeer.get(item, "timestamp_sec")).isEqualTo(0L);
        assertThat(TipbPeer.get(sql, "sql_digest")).isEqualTo(TipbPeer.get(record, "sql_digest"));
        DynamicMessage meta = TipbPeer.inner(client.got.take(), "sql_meta");
        assertThat(TipbPeer.get(meta, "normalized_sql")).isEqualTo("select 0");
        call.cancel("enough", null);
        awaitConsumers(0);
        assertThat(reports.reporter.sinks()).isEmpty();
        assertThat(reports.sessions.isCollecting()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'', true, false", "0, true, false", "1, true, false", "2, false, true", "0 2, true, true"})
    void subscribe_toCollectors_getsWhatItAskedForAndCollectsNothingElse(
            String collectors, boolean wantsDurations, boolean wantsRu) throws Exception {
        int[] numbers = Arrays.stream(collectors.split(" "))
                .filter(number -> !number.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        SubscribingClient client = new SubscribingClient();
        subscribe(channel(), client, TipbPeer.request(wantsRu ? 15 : 99, numbers), UNBOUNDED);
        DrivenReports.await(() -> reports.reporter.sinks().size() == 1);
        assertThat(reports.topRu.consumers()).isEqualTo(wantsRu ? 1 : 0);
        assertThat(reports.topRu.itemInterval()).isEqualTo(wantsRu ? ItemInterval.SECONDS_15 : ItemInterval.SECONDS_60);
        reports.report(2, 3);
        DrivenReports.await(() -> count(client, "sql_meta") == 3);
        assertThat(count(client, "record")).isEqualTo(wantsDurations ? 3 : 0);
        assertThat(count(client, "ru_record")).isEqualTo(wantsRu ? 6 : 0);
        assertThat(reports.topRu.lastHour()).hasSize(wantsRu ? 1 : 0);
    }

    @Test
    void subscribe_moreUsersThanAReportNames_getsOneRecordOfOthersAsTidbSendsIt() throws Exception {
        SubscribingClient client = new SubscribingClient();
        subscribe(channel(), client, 60, UNBOUNDED);
        awaitConsumers(1);
        reports.report(130, 2);
        DrivenReports.await(() -> count(client, "sql_meta") == 2);
        List<DynamicMessage> others = client.got.stream()
                .filter(message -> TipbPeer.has(message, "ru_record"))
                .map(message -> TipbPeer.inner(message, "ru_record"))
                .filter(record -> TipbPeer.get(record, "user").equals("_TIDB_TOPRU_OTHERS_USER"))
                .toList();
        assertThat(count(client, "ru_record")).isEqualTo(100 * 2 + 1);
        assertThat(others).singleElement().satisfies(record -> {
            assertThat(TipbPeer.text(record, "keyspace_name")).isEqualTo("H2/shop");
            assertThat(TipbPeer.get(record, "ru_source")).isEqualTo("estimate");
            assertThat(TipbPeer.get(record, "scope")).hasToString("RECORD_SCOPE_GLOBAL_OTHERS");
        });
    }

    @Test
    void subscribe_clientStalls_reportsAreDroppedWholeAndItGoesOnWhereItStopped() throws Exception {
        SubscribingClient client = new SubscribingClient();
        ClientCall<?, ?> call = subscribe(channel(), client, 60, 1);
        awaitConsumers(1);
        reports.report(MANY, MANY);
        DrivenReports.await(() -> sink().sent() == 1);
        for (int i = 1; i <= 3; i++) {
            reports.report(MANY, MANY);
            int dropped = i;
            DrivenReports.await(() -> sink().dropped().getOrDefault(DropReason.SINK_BUSY, 0L) == dropped);
        }
        assertThat(sink().sent()).isEqualTo(1);
        assertThat(reports.topRu.drops().snapshot().get(DropReason.SINK_BUSY).keys())
                .isEqualTo(3L * MANY * MANY);
        long bytesWhileStalled = sink().bytes();
        call.request(UNBOUNDED);
        DrivenReports.await(() -> client.got.size() == PER_REPORT);
        assertThat(count(client, "ru_record")).isEqualTo((long) MANY * MANY);
        assertThat(bytesWhileStalled).as("the rest of the one report waited").isLessThan(sink().bytes());
        reports.report(MANY, MANY);
        DrivenReports.await(() -> client.got.size() == 2 * PER_REPORT);
        assertThat(sink().sent()).isEqualTo(2);
    }

    @Test
    void subscribe_clientDiesWhileItStalls_leavesNothingBehindAndMayComeBack() throws Exception {
        ManagedChannel dying = channel();
        subscribe(dying, new SubscribingClient(), 60, 1);
        awaitConsumers(1);
        reports.report(MANY, MANY);
        DrivenReports.await(() -> sink().sent() == 1);
        dying.shutdownNow();
        awaitConsumers(0);
        assertThat(reports.reporter.sinks()).isEmpty();
        SubscribingClient again = new SubscribingClient();
        subscribe(channel(), again, 60, UNBOUNDED);
        awaitConsumers(1);
        reports.report(1, 1);
        assertThat(TipbPeer.has(again.got.take(), "record")).isTrue();
    }

    @Test
    void subscribe_oneStallsAndOneDoesNot_theLatterGetsEverything() throws Exception {
        subscribe(channel(), new SubscribingClient(), 60, 1);
        awaitConsumers(1);
        SubscribingClient taking = new SubscribingClient();
        subscribe(channel(), taking, 60, UNBOUNDED);
        awaitConsumers(2);
        for (int i = 1; i <= 3; i++) {
            reports.report(MANY, MANY);
            int expected = i * PER_REPORT;
            DrivenReports.await(() -> taking.got.size() == expected);
        }
        assertThat(count(taking, "ru_record")).isEqualTo(3L * MANY * MANY);
    }

    @Test
    void subscribe_tooMany_areRefused_andTwoPlacesAreLeftToTheApplication() throws Exception {
        ManagedChannel channel = channel();
        for (int i = 1; i <= 8; i++) {
            subscribe(channel, new SubscribingClient(), 60, UNBOUNDED);
            awaitConsumers(i);
        }
        SubscribingClient refused = new SubscribingClient();
        subscribe(channel, refused, 60, UNBOUNDED);
        refused.closed.await();
        assertThat(refused.status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.status.getDescription()).startsWith("too many report consumers: limit=8");
        try (Subscription first = reports.reporter.subscribe("own", report -> {}, ItemInterval.SECONDS_60);
                Subscription second = reports.reporter.subscribe("own", report -> {}, ItemInterval.SECONDS_60)) {
            assertThat(second.status().name()).isEqualTo("own-2");
            assertThat(first.status().name()).isEqualTo("own");
            assertThatThrownBy(() -> reports.reporter.subscribe("own", report -> {}, ItemInterval.SECONDS_60))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("too many report consumers: limit=10");
        }
        assertThat(reports.topRu.consumers()).isEqualTo(8);
    }

    /** Opens calls that never send a request. */
    private List<SubscribingClient> callSilently(ManagedChannel channel, int calls) {
        // a client that may send one message sends nothing before it
        MethodDescriptor<DynamicMessage, DynamicMessage> begunAtOnce = TipbPeer.SUBSCRIBE.toBuilder()
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .build();
        List<SubscribingClient> clients = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            SubscribingClient client = new SubscribingClient();
            channel.newCall(begunAtOnce, CallOptions.DEFAULT).start(client, new Metadata());
            clients.add(client);
        }
        return clients;
    }

    @Test
    void callsWithoutARequest_ofOneConnection_leavePlacesToOthers() throws Exception {
        List<SubscribingClient> silent = callSilently(channel(), MANY);
        SubscribingClient client = new SubscribingClient();
        subscribe(channel(), client, 60, UNBOUNDED);
        awaitConsumers(1);
        assertThat(silent).allMatch(each -> each.closed.getCount() == 1);
        assertThat(client.closed.getCount()).isEqualTo(1);
    }

    @Test
    void callsWithoutARequest_ofManyConnections_areBoundedAndMayComeBack() throws Exception {
        List<SubscribingClient> silent = new ArrayList<>();
        List<ManagedChannel> calling = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calling.add(channel());
            silent.addAll(callSilently(calling.get(i), 10));
        }
        DrivenReports.await(() ->
                silent.stream().filter(each -> each.closed.getCount() == 0).count() >= 36);
        assertThat(silent.stream().filter(each -> each.closed.getCount() == 0))
                .allSatisfy(each -> assertThat(each.status.getDescription()).startsWith("too many calls: limit=64"));
        calling.forEach(ManagedChannel::shutdownNow);
        for (SubscribingClient each : silent) {
            each.closed.await();
        }
        ManagedChannel next = channel();
        DrivenReports.await(() -> {
            subscribe(next, new SubscribingClient(), 60, UNBOUNDED); // the places are given back a moment later
            return reports.topRu.consumers() > 0;
        });
    }

    @Test
    void close_lastReportJustMade_reachesTheSubscriberBeforeTheEnd() throws Exception {
        SubscribingClient client = new SubscribingClient();
        subscribe(channel(), client, 60, UNBOUNDED);
        awaitConsumers(1);
        reports.report(20, 20);
        reports.close();
        service.close();
        client.closed.await();
        assertThat(client.status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(client.got).hasSize(20 * 20 + 20 + 20);
    }

    @Test
    void serve_portTaken_saysSo() {
        assertThatThrownBy(() -> GrpcReports.serve(
                        reports.reporter, new GrpcPortOptions(service.port(), GrpcPortOptions.LOOPBACK, "", "", "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("gRPC port could not be opened: grpc.listen=" + service.port()
                        + "; is it taken? give another port");
    }

    @Test
    void serve_noGrpcOnTheClassPath_saysWhatToAdd() throws Exception {
        URL jar = GrpcReports.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader alone = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Class<?> reporter = alone.loadClass("dev.tollbooth.internal.report.Reporter");
            Class<?> options = alone.loadClass(GrpcPortOptions.class.getName());
            var serve = alone.loadClass(GrpcReports.class.getName()).getMethod("serve", reporter, options);
            Object onLoopback = options.getConstructors()[0].newInstance(0, "localhost", "", "", "");
            assertThatThrownBy(() -> serve.invoke(null, null, onLoopback))
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("gRPC is not on the class path")
                    .hasMessageContaining("add io.grpc:grpc-netty-shaded");
        }
    }
}
