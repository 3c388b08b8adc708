package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each execution writes shares no cache line with the objects beside it, wherever a collector lays them. */
class CacheLinesIT {

    /** Objects begin at multiples of 8, so as many bytes between are a line of 64 apart. */
    private static final long APART = 56;

    @ParameterizedTest
    @CsvSource({
        "dev.tollbooth.accounting.session.Session, running",
        "dev.tollbooth.accounting.session.RuCell, ru execCount durationNanos state",
        "dev.tollbooth.accounting.statement.PaddedStripe,"
                + " lastEndNanos count sumNanos rowsAffected rowsSent fetchNanos bytesRead sumRu sequence clientBytesTurn",
        "dev.tollbooth.accounting.session.CellTally,"
                + " lastEndNanos written fetches rowsSent fetchNanos bytesRead bufferedBytes drawn drawing",
        "dev.tollbooth.jdbc.proxy.PaddedStatementRun,"
                + " startNanos sampledUntilNanos sequence newest buffered clientBytes fetchedClientBytes clientBytesWeight",
    })
    void fields_writtenByEachExecution_areACacheLineFromOtherObjects(String type, String written) throws Exception {
        NavigableMap<Long, Field> fields = fields(Class.forName(type));
        long last = fields.lastKey() + size(fields.lastEntry().getValue());
        long end = (last + Long.BYTES - 1) & -Long.BYTES;
        List<String> names = List.of(written.split(" "));
        assertThat(fields.values()).extracting(Field::getName).containsAll(names);
        fields.forEach((offset, field) -> {
            if (names.contains(field.getName())) {
                assertThat(offset).as(field.getName()).isGreaterThanOrEqualTo(APART);
                assertThat(end - offset - size(field)).as(field.getName()).isGreaterThanOrEqualTo(APART);
            }
        });
    }

    private static NavigableMap<Long, Field> fields(Class<?> type) throws Exception {
        // by reflection: the compiler warns of the class by whatever name it is written
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Method offset = unsafe.getMethod("objectFieldOffset", Field.class);
        NavigableMap<Long, Field> fields = new TreeMap<>();
        for (Class<?> from = type; from != Object.class; from = from.getSuperclass()) {
            for (Field field : from.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.put((Long) offset.invoke(instance.get(null), field), field);
                }
            }
        }
        return fields;
    }

    private static int size(Field field) {
        Class<?> type = field.getType();
        return type == long.class || type == double.class ? Long.BYTES : Integer.BYTES;
    }
}
