package dev.tollbooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class AgentArgumentsTest {

    @Test
    void of_valuesWithCommas_goOnUpToTheNextEqualsSign() {
        AgentArguments given =
                AgentArguments.of("name=shop,ru.model=per-write:2,bytes-per-ru:8192,tollbooth.samples=on");

        assertThat(given.settings())
                .isEqualTo(Map.of(
                        "tollbooth.name", "shop",
                        "tollbooth.ru.model", "per-write:2,bytes-per-ru:8192",
                        "tollbooth.samples", "on"));
        assertThat(given.classes()).isEmpty();
    }

    @Test
    void of_classes_areTheAgentsOwn() {
        assertThat(AgentArguments.of("agent.classes=a.Driver:b.XaSource").classes())
                .containsExactly("a.Driver", "b.XaSource");
        System.setProperty(AgentArguments.CLASSES, "c.Driver");

        AgentArguments given = AgentArguments.of(null);

        assertThat(given.classes()).containsExactly("c.Driver");
        assertThat(given.settings()).isEmpty();
        assertThat(System.getProperty(AgentArguments.CLASSES)).isNull();
    }
}
