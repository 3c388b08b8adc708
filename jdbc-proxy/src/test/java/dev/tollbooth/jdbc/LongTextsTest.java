package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.proxy.DriverStub;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests each call that can receive a text from outside, with a megabyte. Reflection finds these calls, and each must be
 * listed here, so a call that is not listed fails the test.
 */
@Tag("slow")
final class LongTextsTest {

    private static final String NAME = "long-texts";

    /** The calls whose texts only the driver keeps. */
    private static final Set<String> PASSED_ON = words("Connection.nativeSQL Connection.setSavepoint"
            + " Connection.createStruct Connection.createArrayOf Connection.getClientInfo Connection.setTypeMap"
            + " Statement.setCursorName Statement.enquoteIdentifier Statement.enquoteLiteral"
            + " Statement.enquoteNCharLiteral Statement.isSimpleIdentifier Connection.enquoteIdentifier"
            + " Connection.enquoteLiteral Connection.enquoteNCharLiteral Connection.isSimpleIdentifier"
            + " Connection.setShardingKey Connection.setShardingKeyIfValid"
            + " PreparedStatement.setString PreparedStatement.setNString PreparedStatement.setNull"
            + " CallableStatement.registerOutParameter CallableStatement.getObject");

    /** The calls with texts of statements: an account keeps the normalized form, which counts towards the limit. */
    private static final Set<String> STATEMENTS = words("Connection.prepareStatement Connection.prepareCall"
            + " Statement.execute Statement.executeQuery Statement.executeUpdate Statement.executeLargeUpdate"
            + " Statement.addBatch");

    /** The calls with names of accounts, which are cut. */
    private static final Set<String> NAMES =
            words("Connection.setSchema Connection.setCatalog Connection.setClientInfo" + " DataSource.getConnection");

    /** The methods of the driver whose results are cut and kept. */
    private static final Set<String> ANSWERS = words("DatabaseMetaData.getDriverName"
            + " DatabaseMetaData.getDatabaseProductName DatabaseMetaData.getDatabaseProductVersion"
            + " DatabaseMetaData.getURL DatabaseMetaData.getUserName Connection.getSchema Connection.getCatalog");

    private static final Set<String> OPERATIONS = words("ActiveStatements.cancel Memory.flameGraph Statements.decades"
            + " Statements.explainRu Statements.histogram Statements.origins Statements.sample Statements.samplePlan Statements.since"
            + " Statements.text Statements.top TopRU.plan TopRU.text TopRU.top TopRU.unsubscribe");

    private final LongTextDriver driver = new LongTextDriver();
    private final List<RuRecord> records = new CopyOnWriteArrayList<>();
    private final Tollbooth tollbooth = instance();

    private Tollbooth instance() {
        Tollbooth made = Tollbooth.builder()
                .setting("name", NAME)
                .setting("memory.limit", "16MB")
                .setting("origin", "scope")
                .build();
        made.subscribe(report -> records.addAll(report.window().ruRecords()), ItemInterval.SECONDS_15);
        return made;
    }

    @AfterEach
    void close() {
        tollbooth.close();
    }

    private static Set<String> words(String words) {
        return new TreeSet<>(List.of(words.split(" ")));
    }

    private Connection connect() throws Exception {
        return tollbooth.wrap(driver.source()).getConnection();
    }

    private static boolean isText(Class<?> type) {
        return type == String.class
                || type == CharSequence.class
                || type == String[].class
                || type == Properties.class
                || type == Map.class;
    }

    private static Object argument(Class<?> type, String text) {
        if (type == String.class || type == CharSequence.class) {
            return text;
        }
        if (type == String[].class) {
            return new String[] {text};
        }
        if (type == Properties.class) {
            Properties all = new Properties();
            all.setProperty("ClientUser", text);
            return all;
        }
        return type == Map.class ? Map.of() : DriverStub.defaultAnswer(type);
    }

    private void send(Class<?> type, Object proxy, Connection connection) throws Exception {
        List<Method> passedOn = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    || Arrays.stream(method.getParameterTypes()).noneMatch(LongTextsTest::isText)) {
                continue;
            }
            String key = method.getDeclaringClass().getSimpleName() + "." + method.getName();
            if (PASSED_ON.contains(key)
                    || type == ResultSet.class
                    || type == DatabaseMetaData.class
                    || (type == CallableStatement.class && method.getName().matches("[gs]et.*"))) {
                passedOn.add(method);
                continue;
            }
            assertThat(STATEMENTS.contains(key) || NAMES.contains(key))
                    .as("%s: say what becomes of its text", key)
                    .isTrue();
            LongTexts.check(key, NAME, STATEMENTS.contains(key), () -> {
                Object result = call(proxy, method);
                LongTextDriver.execute(connection, "select 1");
                return result;
            });
        }
        check(type.getSimpleName(), () -> {
            for (Method method : passedOn) {
                call(proxy, method);
            }
            return null;
        });
    }

    private static Object call(Object proxy, Method method) throws Exception {
        String text = LongTexts.next();
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> argument(type, text))
                .toArray();
        return method.invoke(proxy, arguments);
    }

    @Test
    void textOfAJdbcMethod_isKeptByTheDriverAlone_orCut() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("select 2");
                CallableStatement callable = connection.prepareCall("call x()")) {
            send(Connection.class, connection, connection);
            send(Statement.class, statement, connection);
            send(PreparedStatement.class, prepared, connection);
            send(CallableStatement.class, callable, connection);
            send(ResultSet.class, statement.executeQuery("select 3"), connection);
            send(DatabaseMetaData.class, connection.getMetaData(), connection);
            send(DataSource.class, tollbooth.wrap(driver.source()), connection);
        }
        driver.answers.put("getDriverName", "MySQL Connector/J"); // whose schema is the catalog
        try (Connection connection = connect()) {
            send(Connection.class, connection, connection);
        }
        assertNamesCut();
    }

    @Test
    void answerOfADriver_isCut() throws Exception {
        List<String> drivers =
                List.of("thin", "H2 JDBC", "PostgreSQL JDBC", "MySQL Connector/J", "MariaDB Connector/J");
        for (String name : drivers) {
            driver.answers.put("getDriverName", name);
            for (String url : List.of("jdbc:x://h/" + LongTexts.next(), "jdbc:h2:mem:" + LongTexts.next())) {
                driver.answers.put("getURL", url);
                check("URL of " + name, this::connectAndExecute);
            }
            driver.answers.remove("getURL");
            for (String getter : ANSWERS) {
                driver.longOne = getter.substring(getter.indexOf('.') + 1);
                check(getter + " of " + name, this::connectAndExecute);
            }
            driver.longOne = "";
            driver.warns = true;
            check("warnings of " + name, this::connectAndExecute);
            driver.warns = false;
            driver.fails = true;
            check("failures of " + name, this::connectAndExecute);
            driver.fails = false;
        }
        assertThat(ANSWERS).as("texts that the driver is asked for").containsAll(driver.asked);
        assertNamesCut();
    }

    private Object connectAndExecute() throws Exception {
        try (Connection connection = connect()) {
            LongTextDriver.execute(connection, "select 4");
        }
        return null;
    }

    private static void check(String what, Callable<?> sending) throws Exception {
        LongTexts.check(what, NAME, false, sending);
    }

    /**
     * Asserts that accounts and reports have the cut text, and that two texts with the same beginning stay different.
     */
    private void assertNamesCut() {
        List<String> names = new ArrayList<>();
        for (StatementSnapshot row : tollbooth.statements().list()) {
            names.add(String.valueOf(row.schema()));
            names.add(String.valueOf(row.ruSource()));
        }
        assertThat(names).allMatch(name -> name.length() <= NameLimit.MAX_LENGTH);
        tollbooth.close();
        for (RuRecord record : records) {
            names.addAll(List.of(record.user(), record.keyspace(), record.source()));
        }
        assertThat(names).allMatch(name -> name.length() <= NameLimit.MAX_LENGTH);
        assertThat(names).filteredOn(name -> name.matches("t+~[0-9a-f]{8}")).isNotEmpty();
    }

    @Test
    void longNamesOfSchemas_thatBeginAlike_areTwoRows_foundByTheirWholeNames() throws Exception {
        String one = LongTexts.next();
        String two = LongTexts.next();
        driver.answers.put("getDriverName", "PostgreSQL JDBC");
        try (Connection connection = connect()) {
            for (String schema : List.of(one, two)) {
                connection.setSchema(schema);
                LongTextDriver.execute(connection, "select 5");
            }
        }
        List<StatementSnapshot> rows = tollbooth.statements().list().stream()
                .filter(row -> row.schema() != null)
                .toList();
        assertThat(rows)
                .extracting(StatementSnapshot::schema)
                .containsExactlyInAnyOrder(NameLimit.cut(one), NameLimit.cut(two));
        assertThat(tollbooth.statements().find(one, rows.get(0).digest().sha256()))
                .isNotNull();
        List<String> shown = new ArrayList<>();
        TabularData top = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Statements,instance=" + NAME), "Top");
        top.values().forEach(row -> shown.add((String) ((CompositeData) row).get("schema")));
        assertThat(shown.stream().filter(schema -> schema != null && !schema.isEmpty()))
                .containsExactlyInAnyOrder(NameLimit.cut(one), NameLimit.cut(two));
    }

    /** Tests fifty thousand names of 700 bytes, which may take at most an eighth of the table's limit. */
    @Test
    void namesOfSchemas_withoutEnd_areBoundedAndCounted() throws Exception {
        try (Connection connection = connect()) {
            int[] number = {0};
            LongTexts.check("many schemas", NAME, true, () -> {
                for (int i = 0; i < 5_000; i++) {
                    connection.setSchema("s".repeat(300) + ++number[0]);
                }
                return null;
            });
            assertThat(LongTexts.tracked(NAME)).isBetween(1L << 20, 3L << 20);
        }
    }

    /** Tests the methods of the public API, by the build's list of them. */
    @Test
    void textOfThePublicApi_isKnown() throws Exception {
        Map<String, Callable<?>> calls = calls();
        Set<String> found = new TreeSet<>();
        Pattern member = Pattern.compile("dev\\.tollbooth\\.(\\w+\\.[\\w$]+(?:\\.\\w+)?)\\(([^)]*)\\)");
        for (String line : Files.readAllLines(Path.of("../docs/api.txt"))) {
            Matcher matcher = member.matcher(line);
            if (matcher.find()
                    && matcher.group(2).matches(".*(String|CharSequence|java.util.Map|Properties).*")
                    && !matcher.group(1).endsWith(".valueOf")) {
                found.add(matcher.group(1));
            }
        }
        Set<String> known = new TreeSet<>(calls.keySet());
        known.addAll(VALUES);
        assertThat(known).as("members of the API that take a text").isEqualTo(found);
        for (Map.Entry<String, Callable<?>> call : calls.entrySet()) {
            check(call.getKey(), () -> {
                try (Connection connection = connect()) {
                    return call.getValue().call();
                } catch (IllegalArgumentException e) {
                    return null; // refused
                }
            });
        }
    }

    /**
     * Immutable values, which the caller owns, and interfaces for others to implement, whose results are tested
     * elsewhere.
     */
    private static final Set<String> VALUES = words("jdbc.SettingsException report.DropCount report.PlanChange"
            + " report.Report report.RuItem report.RuRecord report.SqlRecord report.StatementRecord report.TextMeta"
            + " spi.Plan spi.Plan.of spi.PlanReader.question statement.Advice statement.ErrorClass.of"
            + " statement.QuerySample statement.RuTerm statement.RunningStatement statement.Sha256.ofHex"
            + " statement.Sha256.ofText statement.SqlDialect.parse statement.StatementSnapshot");

    private Map<String, Callable<?>> calls() {
        Map<String, Callable<?>> calls = new TreeMap<>();
        Supplier<String> text = LongTexts::next;
        calls.put("jdbc.Tollbooth.asUser", () -> tollbooth.asUser(text.get(), this::connectAndExecute));
        calls.put("jdbc.Tollbooth.withOrigin", () -> tollbooth.withOrigin(text.get(), this::connectAndExecute));
        calls.put("jdbc.Tollbooth.enterOrigin", () -> {
            try (AutoCloseable origin = tollbooth.enterOrigin(text.get())) {
                return connectAndExecute();
            }
        });
        calls.put("jdbc.Tollbooth.cancel", () -> tollbooth.cancel(text.get()));
        calls.put("jdbc.Tollbooth.register", () -> tollbooth.register(text.get(), trace -> {}));
        calls.put("spi.MemoryTraceProvider.trace", () -> {
            AutoCloseable registered = tollbooth.register("x", trace -> trace.accept(text.get(), 1));
            registered.close();
            return null;
        });
        calls.put("jdbc.Tollbooth.explainRu", () -> tollbooth.explainRu(text.get()));
        calls.put("jdbc.Tollbooth.shared", () -> Tollbooth.shared(Map.of("tollbooth.name", text.get())));
        calls.put("jdbc.Tollbooth$Builder.setting", () -> Tollbooth.builder().setting("name", text.get()));
        calls.put(
                "jdbc.Tollbooth$Builder.settings",
                () -> Tollbooth.builder().settings(text.get(), Map.of(text.get(), text.get())));
        calls.put(
                "jdbc.TollboothDataSource.getConnection",
                () -> tollbooth.wrap(driver.source()).getConnection(text.get(), text.get()));
        calls.put(
                "jdbc.TollboothXADataSource.getXAConnection",
                () -> new TollboothXADataSource(driver.object(javax.sql.XADataSource.class), tollbooth)
                        .getXAConnection(text.get(), text.get()));
        calls.put(
                "jdbc.TollboothConnectionPoolDataSource.getPooledConnection",
                () -> new TollboothConnectionPoolDataSource(
                                driver.object(javax.sql.ConnectionPoolDataSource.class), tollbooth)
                        .getPooledConnection(text.get(), text.get()));
        calls.put("jdbc.TollboothDriver.acceptsURL", () -> new TollboothDriver().acceptsURL(text.get()));
        calls.put("jdbc.TollboothDriver.connect", () -> new TollboothDriver().connect(text.get(), new Properties()));
        calls.put(
                "jdbc.TollboothDriver.getPropertyInfo",
                () -> new TollboothDriver().getPropertyInfo(text.get(), new Properties()));
        var normalizer = Tollbooth.normalizer(SqlDialect.GENERIC);
        calls.put("statement.Normalizer.digest", () -> normalizer.digest(text.get()));
        calls.put("statement.Normalizer.normalize", () -> normalizer.normalize(text.get()));
        calls.put("statement.Normalizer.statements", () -> normalizer.statements(text.get()));
        calls.put(
                "statement.Statements.find",
                () -> tollbooth.statements().find(text.get(), dev.tollbooth.statement.Sha256.ofText("x")));
        return calls;
    }

    @Test
    void textOfAnMBean_isKnown() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<String> found = new TreeSet<>();
        for (ObjectName name : server.queryNames(new ObjectName("dev.tollbooth:*,instance=" + NAME), null)) {
            for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
                String[] types = Arrays.stream(operation.getSignature())
                        .map(parameter -> parameter.getType())
                        .toArray(String[]::new);
                if (Arrays.asList(types).contains(String.class.getName())) {
                    String key = name.getKeyProperty("type") + "." + operation.getName();
                    found.add(key);
                    check(key, () -> invoke(server, name, operation.getName(), types));
                }
            }
        }
        assertThat(found).as("operations that take a text").isEqualTo(OPERATIONS);
    }

    private static Object invoke(MBeanServer server, ObjectName name, String operation, String... types)
            throws JMException {
        Object[] arguments = Arrays.stream(types)
                .map(type -> type.equals("int") ? 1 : type.equals("long") ? (Object) 1L : LongTexts.next())
                .toArray();
        try {
            return server.invoke(name, operation, arguments, types);
        } catch (RuntimeMBeanException e) {
            assertThat(e.getCause()).isInstanceOf(IllegalArgumentException.class);
            return null;
        }
    }

    @Test
    void valueOfASetting_isRefusedInAShortLine() {
        List<String> taken = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            try {
                Tollbooth.builder()
                        .setting(setting.key, LongTexts.next())
                        .build()
                        .close();
                taken.add(setting.key);
            } catch (SettingsException e) {
                assertThat(e.getMessage()).as(setting.key).hasSizeLessThan(1_000);
            }
        }
        assertThat(taken).as("a file's path, which is told to be none").containsExactly("tollbooth.config");
    }
}
