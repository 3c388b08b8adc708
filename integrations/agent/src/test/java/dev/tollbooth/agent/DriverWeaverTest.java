package dev.tollbooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.agent.engine.DriverWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class DriverWeaverTest {

    private final DriverWeaver weaver = new DriverWeaver();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.h2.Driver",
                "org.h2.jdbcx.JdbcDataSource",
                "org.mariadb.jdbc.MariaDbDataSource",
                "org.mariadb.jdbc.MariaDbPoolDataSource",
                "org.mariadb.jdbc.NonRegisteringDriver",
                "org.postgresql.Driver",
                "org.postgresql.ds.PGConnectionPoolDataSource",
                "org.postgresql.ds.common.BaseDataSource",
                "org.postgresql.xa.PGXADataSource"
            })
    void apply_knownClass_addsNothingThatOthersSee(String name) throws Exception {
        assertThat(DriverClasses.NAMES).contains(name);

        Class<?> woven = new Loader().woven(name);

        Class.forName(name, true, woven.getClassLoader()); // verifies it
        assertThat(visible(woven)).containsExactly(visible(Class.forName(name)));
        assertThat(Arrays.stream(woven.getDeclaredMethods()).map(Method::getName))
                .contains("tollbooth$call");
    }

    @Test
    void apply_otherClass_returnsTheSameBytes() throws IOException {
        byte[] bytes = Loader.bytes("org.h2.util.StringUtils");

        assertThat(weaver.apply(bytes)).isSameAs(bytes);
    }

    @Test
    void connect_withoutAnEngine_isTheDriversOwn() throws Exception {
        Driver driver = (Driver)
                new Loader().woven("org.h2.Driver").getDeclaredConstructor().newInstance();

        try (Connection connection = driver.connect("jdbc:h2:mem:woven", new Properties())) {
            assertThat(connection.getClass().getName()).isEqualTo("org.h2.jdbc.JdbcConnection");
        }
        assertThat(driver.connect("jdbc:other:x", new Properties())).isNull();
        assertThatThrownBy(() -> driver.connect("jdbc:h2:mem:woven;IFEXISTS=TRUE;NONSENSE=1", new Properties()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("NONSENSE");
    }

    private static String[] visible(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !Modifier.isPrivate(method.getModifiers()))
                .map(Method::toGenericString)
                .sorted()
                .toArray(String[]::new);
    }

    /** A class loader that loads classes again, and changes the requested ones. */
    private static final class Loader extends ClassLoader {

        Class<?> woven(String name) throws IOException {
            byte[] woven = new DriverWeaver().apply(bytes(name));
            return defineClass(name, woven, 0, woven.length);
        }

        static byte[] bytes(String name) throws IOException {
            try (InputStream in =
                    Loader.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            }
        }
    }
}
