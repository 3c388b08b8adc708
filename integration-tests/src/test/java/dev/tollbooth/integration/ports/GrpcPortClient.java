package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import dev.tollbooth.integration.grpc.TipbPeer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Subscribers of the gRPC port, and other clients of HTTP/2. */
final class GrpcPortClient implements PortClient {

    private static final int SECONDS = 20;
    private static final int CALLS = 16;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    private static final byte[] PREFACE = Flood.bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    private static final byte[] OPENING = Flood.joined(PREFACE, frame(SETTINGS, 0, 0, new byte[0]));

    /** By the static table of RFC 7541: POST, http, then literals that are not indexed. */
    private static final byte[] CALL = Flood.joined(
            new byte[] {(byte) 0x83, (byte) 0x86},
            literal(4, "", "/tipb.TopSQLPubSub/Subscribe"),
            literal(1, "", "localhost"),
            literal(0, "content-type", "application/grpc"),
            literal(0, "te", "trailers"));

    /** Whether one subscription was taken: its headers came, and not its end. */
    private static final class Taken extends ClientCall.Listener<DynamicMessage> {
        final CompletableFuture<Status> answer = new CompletableFuture<>();

        @Override
        public void onHeaders(Metadata headers) {
            answer.complete(Status.OK);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            answer.complete(status);
        }
    }

    private interface Subscriptions {
        void on(ManagedChannel channel) throws Exception;
    }

    private static void withChannel(int port, Subscriptions subscriptions) throws Exception {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "127.0.0.1", port, InsecureChannelCredentials.create())
                .build();
        try {
            subscriptions.on(channel);
        } finally {
            channel.shutdownNow();
            channel.awaitTermination(SECONDS, TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<Status> subscribe(ManagedChannel channel) {
        Taken taken = new Taken();
        ClientCall<DynamicMessage, DynamicMessage> call = channel.newCall(TipbPeer.SUBSCRIBE, CallOptions.DEFAULT);
        call.start(taken, new Metadata());
        call.request(Integer.MAX_VALUE);
        call.sendMessage(TipbPeer.request(15));
        call.halfClose();
        return taken.answer;
    }

    @Override
    public void ask(int port) throws Exception {
        withChannel(
                port,
                channel -> assertThat(subscribe(channel).get(SECONDS, TimeUnit.SECONDS))
                        .isEqualTo(Status.OK));
    }

    @Override
    public List<Dialog> large() {
        return List.of(port -> withChannel(port, channel -> {
            List<CompletableFuture<Status>> all = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                all.add(subscribe(channel));
            }
            for (CompletableFuture<Status> each : all) {
                assertThat(each.get(SECONDS, TimeUnit.SECONDS).getCode())
                        .isIn(Status.Code.OK, Status.Code.RESOURCE_EXHAUSTED);
            }
        }));
    }

    /** Without a token there is no login; GrpcTlsIT has those with one. */
    @Override
    public void logInWrongly(int port) {}

    /** A page has no way to this port: fetch() speaks HTTP/2 over TLS alone. */
    @Override
    public void askFromAnotherSite(int port) throws Exception {
        Attack.assertSpeaksNoHttp(port);
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] literal(int index, String name, String value) {
        byte[] named = index == 0 ? Flood.joined(new byte[] {(byte) name.length()}, Flood.bytes(name)) : new byte[0];
        return Flood.joined(new byte[] {(byte) index}, named, new byte[] {(byte) value.length()}, Flood.bytes(value));
    }

    private static byte[] call(int number) {
        return frame(HEADERS, END_HEADERS, 2 * number + 1, CALL);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    @Override
    public List<Flood> floods() {
        byte[] filler = new byte[16_000];
        byte[] length = ByteBuffer.allocate(5).put((byte) 0).putInt(0x7ffffff0).array();
        byte[] announced = Flood.joined(OPENING, call(0), frame(DATA, 0, 1, length));
        byte[] headersWithoutEnd = Flood.joined(OPENING, frame(HEADERS, 0, 1, CALL));
        byte[] oneMore = literal(0, "x", "y".repeat(100));
        return List.of(
                Flood.of("settings", OPENING, frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, (byte) 0xff, (byte) 0xff})),
                Flood.of("pings", OPENING, frame(PING, 0, 0, new byte[8])),
                Flood.of("empty data", Flood.joined(OPENING, call(0)), frame(DATA, 0, 1, new byte[0])),
                Flood.of("priorities", OPENING, frame(PRIORITY, 0, 1, new byte[5])),
                Flood.of("windows", OPENING, frame(WINDOW_UPDATE, 0, 0, number(1))),
                Flood.of("headers without end", headersWithoutEnd, frame(CONTINUATION, 0, 1, oneMore)),
                Flood.of("empty headers without end", headersWithoutEnd, frame(CONTINUATION, 0, 1, new byte[0])),
                Flood.of("a message of 2 GB", announced, frame(DATA, 0, 1, filler)),
                Flood.of("a frame of 16 MB", OPENING, Flood.joined(new byte[] {-1, -1, -1, 0, 0}, number(1))),
                new Flood("calls", OPENING, GrpcPortClient::call),
                new Flood(
                        "calls that are reset",
                        OPENING,
                        i -> Flood.joined(call(i), frame(RST_STREAM, 0, 2 * i + 1, number(8)))));
    }
}
