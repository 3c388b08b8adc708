package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.report.ItemInterval;
import java.io.IOException;
import java.util.List;
import javax.management.ObjectName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a JVM that ends, or an instance that is closed, while the command line watches it. */
@Timeout(120)
class GoneJvmTest {

    @Test
    void call_ofAnInstanceThatWasClosed_namesTheInstanceAndTheJvm() throws Exception {
        try (DrivenInstance driven = new DrivenInstance(ItemInterval.SECONDS_15);
                RunningJvm jvm = RunningJvm.attach(driven.url())) {
            ObjectName bean = jvm.beans("Statements").get(0);
            driven.server().unregisterMBean(bean);
            assertThatThrownBy(() -> jvm.call(bean, "top", "time", 5))
                    .isInstanceOf(IOException.class)
                    .hasMessage("instance closed: instance=default, url=" + driven.url()
                            + "; its application has closed it, start it again");
        }
    }

    @Test
    void anyRequest_toAJvmThatHasEnded_namesTheJvm() throws Exception {
        DrivenInstance driven = new DrivenInstance(ItemInterval.SECONDS_15);
        String url = driven.url();
        RunningJvm jvm = RunningJvm.attach(url);
        ObjectName bean = jvm.beans("Statements").get(0);
        driven.close();
        for (ThrowingCallable request : List.<ThrowingCallable>of(
                () -> jvm.call(bean, "top", "time", 5),
                () -> jvm.rows(bean, "Origins"),
                () -> jvm.beans("Memory"),
                jvm::instances)) {
            assertThatThrownBy(request)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("connection lost: url=" + url + ", cause=")
                    .hasMessageEndingWith("; the JVM has ended or does not answer, see jps");
        }
    }
}
