package dev.tollbooth.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.sql.H2TablesProvider.H2Version;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.SQLException;
import org.h2.engine.Constants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class H2VersionTest {

    private static URLClassLoader loader(String jar) throws Exception {
        URL url = Path.of(System.getProperty("sql.fixtures"), jar).toUri().toURL();
        return new URLClassLoader(new URL[] {url}, ClassLoader.getPlatformClassLoader());
    }

    /** Tests the version of H2, because the tests run on two versions, and the build must provide the right one. */
    @Test
    void classPath_ofThisRun_hasTheVersionThatTheBuildMeant() {
        assertThat(System.getProperty("sql.h2.version")).isNotNull().isEqualTo(Constants.VERSION);
    }

    @Test
    void check_noH2_saysWhatToAdd() {
        assertThatThrownBy(() -> H2Version.check(ClassLoader.getPlatformClassLoader()))
                .isInstanceOf(SQLException.class)
                .hasMessage("the SQL tables need H2, which is not on the class path;"
                        + " put com.h2database:h2:2.5.252 on the class path");
    }

    @Test
    @Tag("slow") // its H2 is loaded for -Pgate alone
    void check_tooOld_namesTheVersion() throws Exception {
        try (URLClassLoader old = loader("h2-unfit.jar")) {
            assertThatThrownBy(() -> H2Version.check(old))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("H2 is too old for the SQL tables: version=2.3, needed=2.4 or newer;"
                            + " put com.h2database:h2:2.5.252 on the class path");
        }
    }

    @Test
    @Tag("slow") // its H2 is loaded for -Pgate alone
    void check_oldestThatFits_isFine() throws Exception {
        try (URLClassLoader oldest = loader("h2-oldest-fit.jar")) {
            assertThatCode(() -> H2Version.check(oldest)).doesNotThrowAnyException();
        }
    }
}
