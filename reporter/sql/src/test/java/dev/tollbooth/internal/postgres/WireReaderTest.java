package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireReaderTest {

    private static WireReader reader(byte... bytes) {
        return new WireReader(new ByteArrayInputStream(bytes));
    }

    private static byte[] startup(int length) {
        return ByteBuffer.allocate(12).putInt(length).array();
    }

    private static byte[] message(int length) {
        return ByteBuffer.allocate(12).put((byte) 'p').putInt(length).array();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 10_001, 0x7ffffff0, Integer.MAX_VALUE, 0x47455420})
    void startup_ofAnotherLength_isRefusedBeforeItIsAllocated(int length) {
        assertRefusedUnallocated(() -> reader(startup(length)).startup());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 1_025, 1 << 20, 0x7ffffff0})
    void login_ofAnotherLength_isRefusedBeforeItIsAllocated(int length) {
        assertRefusedUnallocated(() -> reader(message(length)).login());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, (1 << 20) + 1, 0x3fffffff, 0x7ffffff0})
    void message_ofAnotherLength_isRefusedBeforeItIsAllocated(int length) {
        assertRefusedUnallocated(() -> reader(message(length)).message());
    }

    private static void assertRefusedUnallocated(ThrowingCallable read) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(read)
                .isInstanceOfSatisfying(
                        PostgresException.class, e -> assertThat(e.sqlState()).isEqualTo("08P01"));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 19);
    }

    @Test
    void message_thatEndsEarly_isTheEnd() {
        assertThatThrownBy(() -> reader(message(100)).message()).isInstanceOf(EOFException.class);
    }

    @Test
    void message_ofTheLongestLength_isRead() throws Exception {
        byte[] bytes = new byte[1 + (1 << 20)];
        ByteBuffer.wrap(bytes).put((byte) 'Q').putInt(1 << 20);
        WireMessage message = reader(bytes).message();
        assertThat(message.type()).isEqualTo('Q');
        assertThat(message.remaining()).isEqualTo((1 << 20) - 4);
    }

    @Test
    void fields_beyondTheMessage_areMalformed() {
        WireMessage message = new WireMessage('B', new byte[] {0, 9, 'x'});
        assertThatThrownBy(message::int32).isInstanceOf(PostgresException.class);
        assertThatThrownBy(() -> message.bytes(-1)).isInstanceOf(PostgresException.class);
        assertThatThrownBy(() -> message.bytes(4)).isInstanceOf(PostgresException.class);
        assertThatThrownBy(() -> message.count(4)).isInstanceOf(PostgresException.class);
        assertThatThrownBy(message::text).isInstanceOf(PostgresException.class);
    }
}
