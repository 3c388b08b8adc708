package dev.tollbooth.internal.postgres;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A client that sends the exact bytes of a test. It has an implementation of SCRAM of its own, written from the RFC.
 */
final class WireClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final Map<String, byte[]> SALTED = new ConcurrentHashMap<>();

    final Socket socket;
    final DataOutputStream out;
    private final DataInputStream in;

    WireClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        out = new DataOutputStream(socket.getOutputStream());
        in = new DataInputStream(socket.getInputStream());
    }

    /**
     * A message of a server.
     *
     * @param type the message's letter
     * @param content the other bytes
     */
    record Answer(char type, byte[] content) {

        /** Returns the field of an error with the letter {@code code}. */
        String field(char code) {
            for (String field : new String(content, StandardCharsets.UTF_8).split("\0")) {
                if (!field.isEmpty() && field.charAt(0) == code) {
                    return field.substring(1);
                }
            }
            return "";
        }
    }

    static byte[] startup(String user, String database) {
        byte[] parameters = ("user\0" + user + "\0database\0" + database + "\0\0").getBytes(StandardCharsets.UTF_8);
        return bytes(to -> {
            to.writeInt(8 + parameters.length);
            to.writeInt(3 << 16);
            to.write(parameters);
        });
    }

    static byte[] frame(char type, byte[] content) {
        return bytes(to -> {
            to.write(type);
            to.writeInt(4 + content.length);
            to.write(content);
        });
    }

    static byte[] frame(char type, String content) {
        return frame(type, content.getBytes(StandardCharsets.UTF_8));
    }

    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] bytes(Writing writing) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            writing.to(new DataOutputStream(bytes));
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    Answer read() throws IOException {
        char type = (char) in.readUnsignedByte();
        byte[] content = new byte[in.readInt() - 4];
        in.readFully(content);
        return new Answer(type, content);
    }

    /** Reads until the server is ready for a statement, or sends an error that ends the connection. */
    List<Answer> readUntilReady() throws IOException {
        List<Answer> answers = new ArrayList<>();
        Answer answer;
        do {
            answer = read();
            answers.add(answer);
        } while (answer.type != 'Z' && !answer.field('S').equals("FATAL"));
        return answers;
    }

    /** Reads to the end of the connection. */
    List<Answer> readAll() throws IOException {
        List<Answer> answers = new ArrayList<>();
        try {
            while (true) {
                answers.add(read());
            }
        } catch (EOFException e) {
            return answers;
        } catch (SocketException e) {
            return answers; // what was not read any more is answered with a reset
        }
    }

    /** Logs in; the last answer is the server's readiness or the error. */
    List<Answer> login(String user, String password, String database) throws IOException, GeneralSecurityException {
        send(startup(user, database));
        Answer sasl = read();
        if (sasl.type != 'R') {
            return List.of(sasl);
        }
        String bare = "n=,r="
                + Base64.getEncoder()
                        .encodeToString(Long.toString(System.nanoTime()).getBytes(StandardCharsets.UTF_8));
        byte[] first = ("n,," + bare).getBytes(StandardCharsets.UTF_8);
        send(frame('p', bytes(to -> {
            to.writeBytes("SCRAM-SHA-256\0");
            to.writeInt(first.length);
            to.write(first);
        })));
        Answer challenge = read();
        if (challenge.type != 'R') {
            return List.of(challenge);
        }
        String server = new String(challenge.content, 4, challenge.content.length - 4, StandardCharsets.UTF_8);
        String[] parts = server.split(",");
        byte[] salted = salted(password, parts[1].substring(2), Integer.parseInt(parts[2].substring(2)));
        String withoutProof = "c=biws," + parts[0];
        byte[] clientKey = hmac(salted, "Client Key");
        byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
        byte[] signature = hmac(storedKey, bare + "," + server + "," + withoutProof);
        for (int i = 0; i < clientKey.length; i++) {
            clientKey[i] ^= signature[i];
        }
        send(frame('p', withoutProof + ",p=" + Base64.getEncoder().encodeToString(clientKey)));
        return readUntilReady();
    }

    private static byte[] salted(String password, String salt, int iterations) {
        return SALTED.computeIfAbsent(password + salt, key -> {
            try {
                return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                        .generateSecret(new PBEKeySpec(
                                password.toCharArray(), Base64.getDecoder().decode(salt), iterations, 256))
                        .getEncoded();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    List<Answer> query(String sql) throws IOException {
        send(frame('Q', sql + "\0"));
        return readUntilReady();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
