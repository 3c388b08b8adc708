package dev.tollbooth.internal.postgres.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A reader of a client's messages. It rejects messages that are too long, before it allocates memory for them.
 *
 * <p>Not thread-safe.
 */
public final class WireReader {

    /** The most bytes of a first message, as in PostgreSQL. */
    static final int STARTUP_BYTES = 10_000;

    static final int LOGIN_BYTES = 1 << 10;
    static final int MESSAGE_BYTES = 1 << 20;

    private static final int BUFFER_BYTES = 4 << 10;

    private final DataInputStream in;

    public WireReader(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
    }

    /** Reads the first message of a connection, which has no type. */
    public WireMessage startup() throws IOException, PostgresException {
        return content('\0', STARTUP_BYTES);
    }

    /** Reads an answer during the login. */
    public WireMessage login() throws IOException, PostgresException {
        return content((char) in.readUnsignedByte(), LOGIN_BYTES);
    }

    /** Reads a message after the login. */
    public WireMessage message() throws IOException, PostgresException {
        return content((char) in.readUnsignedByte(), MESSAGE_BYTES);
    }

    private WireMessage content(char type, int mostBytes) throws IOException, PostgresException {
        int length = in.readInt();
        if (length < Integer.BYTES || length > mostBytes) {
            throw PostgresException.malformed(
                    "message of a length that is not admitted: length=" + length + ", limit=" + mostBytes);
        }
        byte[] content = new byte[length - Integer.BYTES];
        in.readFully(content);
        return new WireMessage(type, content);
    }
}
