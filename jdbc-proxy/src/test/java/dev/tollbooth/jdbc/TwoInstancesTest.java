package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two instances that wait for one lock, in a JVM without an MBean server. */
class TwoInstancesTest {

    @Test
    void build_ofASecondInstance_doesNotWaitForThePauseOfTheFirst() throws IOException, InterruptedException {
        String output = OwnJvm.run(List.of(), TwoInstancesMain.class);
        assertThat(output).contains("first=true").contains("second=true");
    }
}
