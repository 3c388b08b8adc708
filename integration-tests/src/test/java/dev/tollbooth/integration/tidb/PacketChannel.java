package dev.tollbooth.integration.tidb;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/**
 * A channel for packets of the MySQL protocol on a socket: three bytes of length, a sequence number, and the payload.
 */
final class PacketChannel {
    private static final int MAX_PAYLOAD = (1 << 24) - 1;

    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    PacketChannel(Socket socket) throws IOException {
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new BufferedOutputStream(socket.getOutputStream());
    }

    /** Reads the next packet; the answer's numbers follow its own. */
    PacketReader read() throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        sequence = in.readUnsignedByte() + 1;
        if (length == MAX_PAYLOAD) {
            throw new EOFException("packet of more than 16 MB: not spoken here");
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new PacketReader(payload);
    }

    /** Writes a packet; it leaves with {@link #flush}. */
    void write(PacketBuilder packet) throws IOException {
        byte[] payload = packet.bytes();
        out.write(payload.length);
        out.write(payload.length >> 8);
        out.write(payload.length >> 16);
        out.write(sequence++);
        out.write(payload);
    }

    void flush() throws IOException {
        out.flush();
    }
}
