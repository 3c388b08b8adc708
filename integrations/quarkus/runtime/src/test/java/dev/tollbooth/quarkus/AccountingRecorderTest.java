package dev.tollbooth.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class AccountingRecorderTest {

    @Test
    void account_withTheDriversJar_accounts() throws Exception {
        try (AgroalDataSource pool = pool()) {
            AgroalDataSource accounted = AccountingRecorder.account("there", pool);
            assertThat(accounted).isInstanceOf(AccountedAgroalDataSource.class);
            ((AccountedAgroalDataSource) accounted).endAccounts();
        }
    }

    @Test
    void account_withoutTheDriversJar_leavesThePool() throws Exception {
        try (AgroalDataSource pool = pool()) {
            Method account = new WithoutDriver()
                    .loadClass(AccountingRecorder.class.getName())
                    .getDeclaredMethod("account", String.class, AgroalDataSource.class);
            account.setAccessible(true);
            assertThat(account.invoke(null, "gone", pool)).isSameAs(pool);
        }
    }

    private static AgroalDataSource pool() throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(1)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl("jdbc:h2:mem:recorder"))));
    }

    /** A class loader with the extension's own classes, but none of the driver's. */
    private static final class WithoutDriver extends ClassLoader {

        WithoutDriver() {
            super(AccountingRecorder.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.tollbooth.")) {
                return super.loadClass(name, resolve);
            }
            if (!name.startsWith("dev.tollbooth.quarkus.")) {
                throw new ClassNotFoundException(name);
            }
            Class<?> known = findLoadedClass(name);
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (known != null || in == null) {
                    return known == null ? super.loadClass(name, resolve) : known;
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
