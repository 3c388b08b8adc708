package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import dev.tollbooth.internal.grpc.GrpcReports;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests malformed requests of a subscriber: the subscriber gets an error, and nobody else notices. */
@Timeout(120)
final class MalformedRequestIT {

    private static final MethodDescriptor<byte[], DynamicMessage> RAW_SUBSCRIBE = TipbPeer.SUBSCRIBE.toBuilder(
                    new Bytes(), TipbPeer.SUBSCRIBE.getResponseMarshaller())
            .build();

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
            throw new UnsupportedOperationException();
        }
    }

    /** A compressor that only claims to compress. */
    private static final class SaidToBeGzip implements Compressor {
        @Override
        public String getMessageEncoding() {
            return "gzip";
        }

        @Override
        public OutputStream compress(OutputStream to) {
            return to;
        }
    }

    /** A handler that keeps all lines from INFO on, of any logger. */
    private static final class Logged extends Handler {
        final List<String> records = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() >= Level.INFO.intValue()) {
                records.add(record.getLoggerName() + ": " + record.getMessage() + ", " + record.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private final DrivenReports reports = new DrivenReports();
    private final GrpcReports service =
            GrpcReports.serve(reports.reporter, new GrpcPortOptions(0, GrpcPortOptions.LOOPBACK, "", "", ""));
    private final Logged logged = new Logged();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream errors = System.err;
    private ManagedChannel channel;

    @BeforeEach
    void open() {
        Logger.getLogger("").addHandler(logged);
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
        compressors.register(new SaidToBeGzip());
        channel = Grpc.newChannelBuilderForAddress("127.0.0.1", service.port(), InsecureChannelCredentials.create())
                .compressorRegistry(compressors)
                .build();
    }

    @AfterEach
    void close() throws Exception {
        channel.shutdownNow();
        assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        service.close();
        reports.close();
        System.setErr(errors);
        Logger.getLogger("").removeHandler(logged);
    }

    private Status subscribe(CallOptions options, byte[]... messages) throws InterruptedException {
        SubscribingClient client = new SubscribingClient();
        ClientCall<byte[], DynamicMessage> call = channel.newCall(RAW_SUBSCRIBE, options);
        call.start(client, new Metadata());
        call.request(1);
        for (byte[] message : messages) {
            call.sendMessage(message);
        }
        call.halfClose();
        client.closed.await();
        return client.status;
    }

    private void assertSilence() {
        assertThat(logged.records).isEmpty();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(reports.topRu.consumers()).isZero();
    }

    static Stream<byte[]> malformed() {
        byte[] good = TipbPeer.request(15).toByteArray();
        return Stream.of(
                "GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII),
                new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff},
                new byte[] {0x0a, 0x7f}, // a length beyond the end
                Arrays.copyOf(good, good.length - 1),
                TipbPeer.request(20).toByteArray(),
                TipbPeer.request(-1).toByteArray(),
                TipbPeer.request(Integer.MAX_VALUE).toByteArray());
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void subscribe_malformed_isAnInvalidArgument_andNothingIsLogged(byte[] message) throws Exception {
        Status status = subscribe(CallOptions.DEFAULT, message);
        assertThat(status.getCode()).as("%s", status).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).containsAnyOf("send one tipb.TopSQLSubRequest", "seconds=");
        assertSilence();
    }

    @Test
    void subscribe_noMessageOrTwo_isRefused_andNothingIsLogged() throws Exception {
        assertThat(subscribe(CallOptions.DEFAULT).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        byte[] good = TipbPeer.request(15).toByteArray();
        assertThat(subscribe(CallOptions.DEFAULT, good, good).getCode())
                .as("by gRPC itself")
                .isEqualTo(Status.Code.CANCELLED);
        assertSilence();
    }

    @Test
    void subscribe_badlyCompressed_isAnInvalidArgument_andNothingIsLogged() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
            zip.write(new byte[10 << 20]);
        }
        CallOptions compressed = CallOptions.DEFAULT.withCompression("gzip");
        for (byte[] message : List.of("no gzip at all".getBytes(StandardCharsets.US_ASCII), bomb.toByteArray())) {
            Status status = subscribe(compressed, message);
            assertThat(status.getCode()).as("%s", status).isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
        assertSilence();
    }

    @Test
    void subscribe_moreThanIsRead_isRefusedByGrpcItself() throws Exception {
        Status status = subscribe(CallOptions.DEFAULT, new byte[100 << 10]);
        assertThat(status.getCode()).as("%s", status).isNotIn(Status.Code.OK, Status.Code.UNKNOWN);
        assertThat(reports.topRu.consumers()).isZero();
    }

    /**
     * Tests that gRPC does not log a stack trace for each request at level INFO, because strangers could fill the log.
     */
    @Test
    void connect_withoutHttp2_nothingIsLogged() throws Exception {
        byte[] request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 10; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write(request);
                assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
            }
        }
        assertThat(subscribe(CallOptions.DEFAULT).getCode())
                .as("on the same thread, so after them")
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertSilence();
    }

    @Test
    void close_inAnyOrder_leavesNoFilterOnTheLoggersOfGrpc() {
        Logger logger = Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");
        GrpcReports second =
                GrpcReports.serve(reports.reporter, new GrpcPortOptions(0, GrpcPortOptions.LOOPBACK, "", "", ""));
        GrpcReports third =
                GrpcReports.serve(reports.reporter, new GrpcPortOptions(0, GrpcPortOptions.LOOPBACK, "", "", ""));
        Filter ofThird = logger.getFilter();
        second.close();
        assertThat(logger.getFilter()).isNotNull().isSameAs(ofThird);
        service.close();
        third.close();
        assertThat(logger.getFilter()).isNull();
    }
}
