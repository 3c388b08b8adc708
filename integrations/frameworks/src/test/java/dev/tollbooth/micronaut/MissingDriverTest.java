package dev.tollbooth.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.Environment;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.BeanIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

final class MissingDriverTest {

    @Test
    @SuppressWarnings("unchecked")
    void onCreated_withoutTheDriversJar_leavesTheDataSource() throws Exception {
        try (ApplicationContext application = ApplicationContext.run(
                Map.of("tollbooth.enabled", "false", "datasources.default.url", "jdbc:h2:mem:gone"))) {
            BeanDefinition<DataSource> definition = application.getBeanDefinition(DataSource.class);
            DataSource dataSource = application.getBean(definition);
            Constructor<?> listener = new ListenerAlone()
                    .loadClass(AccountedBeans.class.getName())
                    .getDeclaredConstructor(Environment.class);
            listener.setAccessible(true);
            BeanCreatedEventListener<DataSource> beans =
                    (BeanCreatedEventListener<DataSource>) listener.newInstance(application.getEnvironment());
            assertThat(beans.onCreated(
                            new BeanCreatedEvent<>(application, definition, BeanIdentifier.of("default"), dataSource)))
                    .isSameAs(dataSource);
        }
    }

    /** A class loader with the listener's own classes, but none of the driver's. */
    private static final class ListenerAlone extends ClassLoader {

        ListenerAlone() {
            super(AccountedBeans.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.tollbooth.")) {
                return super.loadClass(name, resolve);
            }
            if (!name.startsWith("dev.tollbooth.micronaut.")) {
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
