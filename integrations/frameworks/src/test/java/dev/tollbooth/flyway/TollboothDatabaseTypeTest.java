package dev.tollbooth.flyway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.internal.database.DatabaseTypeRegister;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TollboothDatabaseTypeTest {
    private final TollboothDatabaseType type = new TollboothDatabaseType();

    @Test
    void types_asked_takeThePrefixAndNothingElse() {
        assertThat(DatabaseTypeRegister.getDatabaseTypesForUrl("jdbc:tollbooth:h2:mem:shop", null))
                .singleElement()
                .isInstanceOf(TollboothDatabaseType.class);
        assertThat(DatabaseTypeRegister.getDatabaseTypesForUrl("jdbc:h2:mem:shop", null))
                .singleElement()
                .isNotInstanceOf(TollboothDatabaseType.class);
    }

    @Test
    void setDefaultConnectionProps_databaseNobodyKnows_setsNothing() {
        Properties properties = new Properties();
        type.setDefaultConnectionProps(
                "jdbc:tollbooth:acme:shop", properties, getClass().getClassLoader());
        assertThat(properties).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:tollbooth:mariadb://app:secret@db/shop",
        "jdbc:tollbooth:postgresql://db/shop?user=app&password=secret",
        "jdbc:tollbooth:oracle:thin:app/secret@//db/shop",
        "jdbc:tollbooth:h2:mem:shop;tollbooth.grpc.token=secret;MODE=MySQL",
        "jdbc:tollbooth:h2:mem:shop;tollbooth.sql.password=secret"
    })
    void credentialsPatterns_secretInUrl_findIt(String url) {
        assertThat(type.getJDBCCredentialsPatterns().stream().map(pattern -> found(pattern, url)))
                .contains("secret");
    }

    private static String found(Pattern pattern, String url) {
        Matcher matcher = pattern.matcher(url);
        return matcher.find() ? matcher.group(1) : "";
    }
}
