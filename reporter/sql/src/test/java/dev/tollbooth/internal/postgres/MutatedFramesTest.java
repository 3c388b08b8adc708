package dev.tollbooth.internal.postgres;

import static dev.tollbooth.internal.postgres.WireClient.bytes;
import static dev.tollbooth.internal.postgres.WireClient.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.postgres.WireClient.Answer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests frames that no client sends: the port must continue to answer real clients. */
@Tag("slow")
class MutatedFramesTest {

    private static final int FRAMES = 10_000;
    private static final byte[] SYNC = frame('S', "");

    private static byte[] parse(String name, String sql) {
        return frame('P', bytes(out -> {
            out.writeBytes(name + "\0" + sql + "\0");
            out.writeShort(1);
            out.writeInt(20);
        }));
    }

    private static byte[] bind(String portal, String statement) {
        return frame('B', bytes(out -> {
            out.writeBytes(portal + "\0" + statement + "\0");
            out.writeShort(1);
            out.writeShort(1);
            out.writeShort(1);
            out.writeInt(8);
            out.writeLong(42);
            out.writeShort(1);
            out.writeShort(1);
        }));
    }

    private static byte[] join(byte[]... parts) {
        return bytes(out -> {
            for (byte[] part : parts) {
                out.write(part);
            }
        });
    }

    private static final byte[] EXECUTE = frame('E', bytes(out -> {
        out.writeBytes("p\0");
        out.writeInt(3);
    }));

    private static final byte[][] CORPUS = {
        frame('Q', "SELECT x, 'a' FROM numbers WHERE x < 5\0"),
        frame('Q', "BEGIN; SHOW ALL; COMMIT\0"),
        join(parse("s", "SELECT x FROM numbers WHERE x > $1"), bind("p", "s"), frame('D', "Pp\0"), EXECUTE, SYNC),
        join(parse("s", "SELECT $1 + 1"), frame('D', "Ss\0"), bind("", "s"), frame('C', "Ss\0"), frame('H', "")),
        frame('F', bytes(out -> out.writeLong(1))),
        frame('d', "copy"),
        frame('p', "password\0"),
    };

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] result = bytes.clone();
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(result.length);
            switch (random.nextInt(6)) {
                case 0 -> result[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> result[at] = (byte) random.nextInt(256);
                case 2 -> result = Arrays.copyOf(result, 1 + at);
                case 3 -> result[at] = (byte) (random.nextBoolean() ? 0xff : 0);
                case 4 -> {
                    if (at + 4 <= result.length) {
                        ByteBuffer.wrap(result).putInt(at, random.nextInt());
                    }
                }
                default -> result = join(result, Arrays.copyOfRange(result, at, result.length));
            }
        }
        return result;
    }

    /** Sends bytes and the end of the connection; returns the answers. */
    private static List<Answer> answers(WireClient client, byte[] bytes) throws IOException {
        try {
            client.send(bytes);
            client.socket.shutdownOutput();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // the server closes the connection while the client sends
        }
        return client.readAll();
    }

    @Test
    void frames_mutatedBeforeAndAfterTheLogin_leaveTheDoorAnswering() throws Exception {
        Random random = new Random(20261124);
        byte[] startup = WireClient.startup(PortFixture.USER, PortFixture.DATABASE);
        byte[] sasl = frame('p', "SCRAM-SHA-256\0\0\0\0\7n,,n=,r");
        int answered = 0;
        List<String> internal = new ArrayList<>();
        try (PortFixture fixture = new PortFixture(PortLimits.DEFAULT);
                WireClient witness = fixture.loggedIn()) {
            for (int i = 0; i < FRAMES; i++) {
                boolean before = random.nextInt(3) > 0;
                byte[] frame = before
                        ? mutated(random.nextBoolean() ? startup : join(startup, sasl), random)
                        : join(mutated(CORPUS[random.nextInt(CORPUS.length)], random), SYNC);
                try (WireClient client = before ? fixture.client() : fixture.loggedIn()) {
                    for (Answer answer : answers(client, frame)) {
                        answered++;
                        if (answer.type() == 'E' && answer.field('C').equals("XX000")) {
                            internal.add(answer.field('M') + " of " + Arrays.toString(frame));
                        }
                    }
                }
                if (i % 100 == 0) {
                    assertThat(witness.query("SELECT count(*) FROM numbers")).hasSize(4);
                }
            }
            assertThat(internal).isEmpty();
            assertThat(answered).isGreaterThan(FRAMES / 2);
            assertThat(witness.query("SELECT count(*) FROM numbers")).hasSize(4);
        }
        assertThat(PortFixture.sessionThreads()).isEmpty();
    }
}
