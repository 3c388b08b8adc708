package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.TollboothDriver;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.Driver;

/** Tests which methods of a driver the first row calls, if the proxies implement the driver's interfaces. */
@ExtendWith(DatabasesExtension.class)
final class FirstRowIT {

    @Test
    void firstRow_throughPostgres_hasItsInterfacesAndAsksNoMetaData(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.POSTGRESQL_18, "start");
        String url = Route.TOLLBOOTH.url(endpoint);
        String user = (url.contains("?") ? "&" : "?") + "user=" + endpoint.user() + "&password=" + endpoint.password();
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(
                        ForkedJvm.placeOf(FirstRowIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(Driver.class)),
                FirstRowApplication.class,
                url + user);
        command.environment().put("JDK_JAVA_OPTIONS", "-Xlog:class+load");
        String output = ForkedJvm.finished(command.redirectErrorStream(true), FirstRowApplication.class);

        assertThat(output).contains(FirstRowApplication.ROW + 7);
        List<String> loaded = output.substring(0, output.indexOf(FirstRowApplication.ROW))
                .lines()
                .filter(line -> line.contains(" source: "))
                .toList();
        assertThat(loaded)
                .as("the proxies are of the driver's interfaces")
                .anyMatch(line -> line.contains(".ConnectionProxy$$PgConnection$"))
                .as("what its URL says of a connection is not asked of a class of 88 KB")
                .noneMatch(line -> line.contains("PgDatabaseMetaData "));
    }
}
