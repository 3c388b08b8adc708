package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Sha256;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HashedTextsTest {

    /** A class loader that loads the tested classes again, and records which classes were loaded. */
    private static final class Loader extends URLClassLoader {
        Loader() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() {
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Loader::url)
                    .toArray(URL[]::new);
        }

        private static URL url(String part) {
            try {
                return new File(part).toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(e);
            }
        }

        boolean hasLoaded(String name) {
            return findLoadedClass(name) != null;
        }
    }

    /** Tests that a thread in an execution keeps the text of its plan. */
    @Test
    void keep_ofTheFirstText_measuresNoLayoutOfObjects() throws Exception {
        try (Loader loader = new Loader()) {
            Class<?> hash = loader.loadClass(Sha256.class.getName());
            Object plans = loader.loadClass(HashedTexts.class.getName())
                    .getMethod("ofPlans")
                    .invoke(null);
            Object none = hash.getField("NONE").get(null);
            plans.getClass().getMethod("keep", hash, Object.class).invoke(plans, none, "a plan");
            assertThat(plans.getClass().getMethod("text", hash).invoke(plans, none))
                    .isEqualTo("a plan");
            assertThat(loader.hasLoaded(ObjectLayout.class.getName() + "$OfThisJvm"))
                    .isFalse();

            assertThat((long) plans.getClass().getMethod("bytes").invoke(plans)).isPositive();
            assertThat(loader.hasLoaded(ObjectLayout.class.getName() + "$OfThisJvm"))
                    .as("for who looks at the memory")
                    .isTrue();
        }
    }
}
