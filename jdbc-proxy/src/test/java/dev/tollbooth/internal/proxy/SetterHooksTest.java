package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.plan.RecordingPlanSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests every setter of a parameter by reflection: the explained values are those of the execution. */
@Tag("jdk")
class SetterHooksTest {

    private static final Map<Class<?>, Object> SAMPLES = Map.ofEntries(
            Map.entry(boolean.class, true),
            Map.entry(byte.class, (byte) 1),
            Map.entry(short.class, (short) 2),
            Map.entry(int.class, Types.INTEGER),
            Map.entry(long.class, 4L),
            Map.entry(float.class, 5f),
            Map.entry(double.class, 6d),
            Map.entry(BigDecimal.class, BigDecimal.TEN),
            Map.entry(String.class, "text"),
            Map.entry(Object.class, "object"),
            Map.entry(byte[].class, new byte[] {7}),
            Map.entry(Date.class, new Date(8)),
            Map.entry(Time.class, new Time(9)),
            Map.entry(Timestamp.class, new Timestamp(10)),
            Map.entry(SQLType.class, JDBCType.INTEGER),
            Map.entry(InputStream.class, new ByteArrayInputStream(new byte[0])),
            Map.entry(Reader.class, new StringReader("")));

    private final DriverStub statement = new DriverStub(PreparedStatement.class);
    private final DriverStub call = new DriverStub(CallableStatement.class);
    private final Tollbooth tollbooth = Tollbooth.builder()
            .setting("jmx", "off")
            .setting("plan.source", "recording")
            .build();
    private Connection connection;

    @BeforeEach
    void connect() throws Exception {
        RecordingPlanSource.QUESTIONS.clear();
        tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
        Object metaData = new DriverStub(DatabaseMetaData.class).object;
        Object driver = Proxy.newProxyInstance(
                SetterHooksTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "prepareStatement" -> statement.object;
                    case "prepareCall" -> call.object;
                    case "getMetaData" -> metaData;
                    default -> DriverStub.defaultAnswer(method.getReturnType());
                });
        DataSource source = (DataSource) Proxy.newProxyInstance(
                SetterHooksTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> driver);
        connection = tollbooth.wrap(source).getConnection();
    }

    @AfterEach
    void close() {
        tollbooth.close();
    }

    private static Object sample(Class<?> type) throws Exception {
        if (SAMPLES.containsKey(type)) {
            return SAMPLES.get(type);
        }
        if (type == Calendar.class) {
            return Calendar.getInstance();
        }
        return type == URL.class ? URI.create("file:/x").toURL() : new DriverStub(type).object;
    }

    private static boolean isKept(Object value) {
        return value instanceof Number
                || value instanceof Boolean
                || value instanceof String
                || value instanceof byte[]
                || value instanceof java.util.Date;
    }

    @Test
    void setter_ofEachKind_isBoundAgainOrLeavesTheExecutionOut() throws Exception {
        int explained = 0;
        int leftOut = 0;
        for (Method setter : PreparedStatement.class.getMethods()) {
            Class<?>[] types = setter.getParameterTypes();
            if (!setter.getName().startsWith("set") || types.length < 2 || types[0] != int.class) {
                continue;
            }
            String sql = "SELECT ? FROM t" + (explained + leftOut);
            PreparedStatement prepared = connection.prepareStatement(sql);
            Object[] arguments = new Object[types.length];
            arguments[0] = 1;
            for (int i = 1; i < types.length; i++) {
                arguments[i] = sample(types[i]);
            }
            setter.invoke(prepared, arguments);
            assertThat(statement.count(setter, arguments)).as(setter.toString()).isEqualTo(1);
            prepared.executeUpdate();
            boolean isNull = setter.getName().equals("setNull");
            if (!isNull && !isKept(arguments[1])) {
                assertThat(RecordingPlanSource.QUESTIONS).as(setter.toString()).isEmpty();
                leftOut++;
                continue;
            }
            boolean typed = setter.getName().equals("setObject") && types.length > 2;
            List<Object> expected = new ArrayList<>(List.of(1));
            expected.add(isNull ? Types.INTEGER : arguments[1]);
            if (typed) {
                expected.add(arguments[2]);
            }
            assertThat(RecordingPlanSource.QUESTIONS)
                    .as(setter.toString())
                    .containsExactly(new RecordingPlanSource.Question(sql, List.of(expected)));
            RecordingPlanSource.QUESTIONS.clear();
            explained++;
        }
        assertThat(explained).isGreaterThanOrEqualTo(24);
        assertThat(leftOut).isGreaterThanOrEqualTo(20);
    }

    @Test
    void parameters_clearedOrWithAGap_areNotBoundAgain() throws Exception {
        PreparedStatement cleared = connection.prepareStatement("SELECT ? FROM t");
        cleared.setInt(1, 1);
        cleared.setAsciiStream(2, new ByteArrayInputStream(new byte[0]));
        cleared.clearParameters();
        cleared.setInt(1, 2);
        cleared.executeUpdate();
        assertThat(RecordingPlanSource.QUESTIONS)
                .containsExactly(new RecordingPlanSource.Question("SELECT ? FROM t", List.of(List.of(1, 2))));
        PreparedStatement gap = connection.prepareStatement("SELECT ?, ? FROM t");
        gap.setInt(2, 2);
        gap.executeUpdate();
        PreparedStatement large = connection.prepareStatement("SELECT ?, ?, ? FROM t");
        large.setString(1, "x".repeat(100_000));
        large.executeUpdate();
        assertThat(RecordingPlanSource.QUESTIONS).hasSize(1);
    }

    @Test
    void parameters_ofACall_areNeverKept() throws Exception {
        CallableStatement prepared = connection.prepareCall("SELECT ? FROM t");
        prepared.setInt(1, 1);
        prepared.executeUpdate();
        prepared.setInt(1, 1);
        prepared.executeUpdate();
        assertThat(RecordingPlanSource.QUESTIONS).isEmpty();
        assertThat(Set.copyOf(call.calls)).isNotEmpty();
    }
}
