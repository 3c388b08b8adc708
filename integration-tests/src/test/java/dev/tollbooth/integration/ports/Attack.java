package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.ports.FaultyWire.Fault;
import dev.tollbooth.integration.ports.PortClient.Dialog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The attacks of hostile clients, which each port of {@link OpenPort} undergoes in this order. */
enum Attack {

    /** 1,000 clients that connect and send nothing. */
    SILENT {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            List<Socket> silent = new ArrayList<>();
            try {
                long end = System.nanoTime() + 5_000_000_000L; // where the system lets each wait
                for (int i = 0; i < 1_000 && System.nanoTime() < end; i++) {
                    silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
                }
                meanwhile.with(port);
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    },

    /** 40 clients that send a byte each tenth of a second. */
    SLOW_SENDERS {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            try (FaultyWire wire = new FaultyWire(port, Fault.slow(100));
                    Clients clients = new Clients()) {
                for (int i = 0; i < 40; i++) {
                    clients.start(client::ask, wire.port());
                }
                clients.await(4_000);
                meanwhile.with(port);
            }
        }
    },

    /** Eight clients that request the largest answers, and read the first hundred bytes. */
    SLOW_READERS {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            try (FaultyWire wire = new FaultyWire(port, Fault.unread(100));
                    Clients clients = new Clients()) {
                for (int i = 0; i < 8; i++) {
                    clients.start(each(client.large(), i), wire.port());
                }
                clients.await(4_000);
                meanwhile.with(port);
            }
        }
    },

    /** 240 clients that send a request, and reset the connection after a part of the answer. */
    ABORTED {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            List<Dialog> dialogs = new ArrayList<>(client.large());
            dialogs.add(client::ask);
            for (int bytes : new int[] {1, 100, 1_000, 60_000}) {
                try (FaultyWire wire = new FaultyWire(port, Fault.reset(bytes))) {
                    for (int round = 0; round < 10; round++) {
                        try (Clients clients = new Clients()) {
                            for (int i = 0; i < 6; i++) {
                                clients.start(each(dialogs, 6 * round + i), wire.port());
                            }
                            clients.await(1_000);
                        }
                    }
                }
            }
        }
    },

    /** Messages that are too large or endless, from 4 clients at once, none of which reads. */
    ENDLESS {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            List<Flood> floods = client.floods();
            for (int first = 0; first < floods.size(); first += CLIENTS) {
                try (Clients clients = new Clients()) {
                    for (Flood flood : floods.subList(first, Math.min(floods.size(), first + CLIENTS))) {
                        clients.start(to -> pour(flood, to), port);
                    }
                    clients.await(5_000);
                }
            }
        }
    },

    /** Other protocols, random bytes, and requests with changed bits. */
    GARBAGE {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            List<Flood> floods = new ArrayList<>();
            for (OpenPort each : OpenPort.values()) {
                floods.addAll(each.client("").floods());
            }
            floods.add(Flood.of("TLS", new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3}, new byte[64]));
            try (Clients clients = new Clients()) {
                for (int i = 0; i < 100; i++) {
                    Flood flood =
                            i % 2 == 0 ? Flood.random("random", new byte[0], i + 1) : floods.get(i / 2 % floods.size());
                    clients.start(
                            to -> answer(
                                    Flood.joined(flood.start(), flood.next().apply(0)), to),
                            port);
                }
                clients.await(5_000);
            }
            List<FaultyWire> wires = new ArrayList<>();
            try (Clients clients = new Clients()) {
                for (int i = 0; i < 60; i++) {
                    FaultyWire wire = new FaultyWire(port, Fault.mutation(i + 1));
                    wires.add(wire);
                    clients.start(i % 2 == 0 ? client::ask : each(client.large(), i), wire.port());
                }
                clients.await(3_000);
                for (FaultyWire wire : wires) {
                    wire.close();
                }
            }
        }
    },

    /** Wrong logins of four clients. */
    WRONG_LOGINS {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            assertAll(Collections.nCopies(20, client::logInWrongly), port, 6_000);
            meanwhile.with(port);
        }
    },

    /** The page of another site, in a browser on this machine. */
    CROSS_ORIGIN {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            client.askFromAnotherSite(port);
        }
    },

    /** Four clients with permission, each with up to 100 requests for the largest answers. */
    CONCURRENT {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            List<Dialog> dialogs = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                dialogs.add(each(client.large(), i));
            }
            assertAll(dialogs, port, 6_000);
        }
    },

    /** Four clients with permission, whose requests would exhaust the heap or the processors. */
    HUNGRY {
        @Override
        void run(PortClient client, int port, Dialog meanwhile) throws Exception {
            assertAll(client.hungry(), port, 45_000);
        }
    };

    private static final int CLIENTS = 4;
    private static final int POURED_BYTES = 24 << 20;
    private static final int ANSWER_MILLIS = 1_000;

    /** Attacks the port; {@code meanwhile} asserts that a rightful client is answered during the attack. */
    abstract void run(PortClient client, int port, Dialog meanwhile) throws Exception;

    private static Dialog each(List<Dialog> dialogs, int i) {
        return dialogs.get(i % dialogs.size());
    }

    /**
     * Runs the dialogs by four clients at once, each beginning with another one, until the time is over; none may fail.
     */
    private static void assertAll(List<Dialog> dialogs, int port, int millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000L;
        try (Clients clients = new Clients()) {
            for (int client = 0; client < CLIENTS; client++) {
                int first = client * dialogs.size() / CLIENTS;
                clients.start(
                        to -> {
                            for (int i = 0; i < dialogs.size() && System.nanoTime() < end; i++) {
                                each(dialogs, first + i).with(to);
                            }
                        },
                        port);
            }
            clients.await(millis + 40_000);
            clients.assertNoneFailed();
        }
    }

    private static void pour(Flood flood, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Clients.closeWithThread(socket);
            socket.getOutputStream().write(flood.start());
            int poured = 0;
            for (int i = 0; poured < POURED_BYTES; i++) {
                byte[] next = flood.next().apply(i);
                socket.getOutputStream().write(next);
                poured += Math.max(256, next.length);
            }
        }
    }

    private static String answer(byte[] bytes, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Clients.closeWithThread(socket);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(bytes);
            return new String(socket.getInputStream().readNBytes(64), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return "";
        }
    }

    static void assertSpeaksNoHttp(int port) throws IOException {
        String request = "GET / HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n";
        assertThat(answer(Flood.bytes(request), port)).doesNotStartWith("HTTP/1");
    }
}
