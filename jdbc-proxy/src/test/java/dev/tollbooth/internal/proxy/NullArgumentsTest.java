package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that null arguments reach the driver like any others, because only the driver knows their meaning. It uses
 * reflection over all methods of JDBC.
 */
@Tag("jdk")
class NullArgumentsTest {

    /** The methods that the proxy answers without the driver, unless the driver's object itself is requested. */
    private static final Set<String> BUILDERS =
            Set.of("createConnectionBuilder", "createXAConnectionBuilder", "createPooledConnectionBuilder");

    static Stream<ForwardingTest.Pair> pairs() throws Exception {
        return ForwardingTest.pairs();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyMethod_calledWithNulls_reachesTheDriverWithNulls(ForwardingTest.Pair pair) throws Exception {
        for (Method method : pair.type().getMethods()) {
            Class<?>[] types = method.getParameterTypes();
            boolean takesReferences = Arrays.stream(types).anyMatch(type -> !type.isPrimitive());
            if (Modifier.isStatic(method.getModifiers()) || !takesReferences || BUILDERS.contains(method.getName())) {
                continue;
            }
            Object[] nulls = Arrays.stream(types).map(DriverStub::defaultAnswer).toArray();
            pair.stub().calls.clear();
            method.invoke(pair.proxy(), nulls);
            assertThat(pair.stub().count(method, nulls))
                    .as("calls of the driver's %s, of %s", method, pair.stub().calls)
                    .isEqualTo(1);
        }
    }
}
