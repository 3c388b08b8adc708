package dev.tollbooth.liquibase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.TollboothDriver;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TollboothUrlsTest {
    @Test
    void defaultDriver_asked_isOursForThePrefixAndTheDatabasesOwnElse() {
        DatabaseFactory factory = DatabaseFactory.getInstance();
        assertThat(factory.findDefaultDriver("jdbc:tollbooth:h2:mem:shop")).isEqualTo(TollboothDriver.class.getName());
        assertThat(factory.findDefaultDriver("jdbc:h2:mem:shop")).isEqualTo("org.h2.Driver");
        assertThat(factory.findDefaultDriver("jdbc:acme:shop")).isNull();
    }

    @Test
    void databases_listed_haveNoNewName() {
        assertThat(DatabaseFactory.getInstance().getImplementedDatabases())
                .extracting(Database::getShortName)
                .contains("unsupported")
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.contains("tollbooth"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:tollbooth:mariadb://app:secret@db/shop",
                "jdbc:tollbooth:postgresql://db/shop?user=app&password=secret",
                "jdbc:tollbooth:oracle:thin:app/secret@//db/shop",
                "jdbc:tollbooth:h2:mem:shop;tollbooth.grpc.token=secret;MODE=MySQL"
            })
    void sanitizedUrl_secretInside_doesNotShowIt(String url) {
        assertThat(JdbcConnection.sanitizeUrl(url)).contains("shop").doesNotContain("secret");
    }
}
