package dev.tollbooth.reporter.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoopbackServerTest {

    private static final int ROUNDS = 200;

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void close_whileItAccepts_returnsWithThePortFree(Protocol protocol) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            int port = freePort();
            try (LoopbackServer server = LoopbackServer.start(protocol, port, "name", "mem:name")) {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
            }
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .as("round %d, port %d", round, port)
                    .isInstanceOf(IOException.class);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
