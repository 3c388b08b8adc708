package dev.tollbooth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/**
 * Tests that the metadata for completion in application.properties lists the settings of Tollbooth and of the starter.
 * With {@code -Dtest.jvm.args=-Dmetadata.record=true} the file is written instead.
 */
class ConfigurationMetadataTest {

    private static final Path FILE = Path.of(
            System.getProperty("basedir", ""), "src/main/resources/META-INF/spring-configuration-metadata.json");
    private static final String FLAG = " (on or off)";

    private record Property(String name, String type, String description, String defaultValue, List<String> choices) {}

    @BeforeAll
    static void recordWhereThatIsAsked() throws IOException, SQLException {
        if (Boolean.getBoolean("metadata.record")) {
            Files.writeString(FILE, json(properties()));
        }
    }

    @Test
    void file_isWhatTheEngineAndTheStarterHave() throws IOException, SQLException {
        assertThat(FILE).content().isEqualTo(json(properties()));
    }

    @Test
    void file_isJsonWithEachSettingOnce() throws IOException, SQLException {
        Map<String, Object> read = JsonParserFactory.getJsonParser().parseMap(Files.readString(FILE));
        List<String> names = ((List<?>) read.get("properties"))
                .stream().map(each -> (String) ((Map<?, ?>) each).get("name")).toList();
        List<String> settings = new ArrayList<>();
        for (DriverPropertyInfo setting : new TollboothDriver().getPropertyInfo(null, null)) {
            settings.add(setting.name);
        }
        assertThat(names).doesNotHaveDuplicates().containsAll(settings).hasSize(settings.size() + 9);
    }

    private static List<Property> properties() throws SQLException {
        List<Property> properties = new ArrayList<>();
        for (DriverPropertyInfo setting : new TollboothDriver().getPropertyInfo(null, null)) {
            boolean flag = setting.description.endsWith(FLAG);
            properties.add(new Property(
                    setting.name,
                    flag ? "java.lang.Boolean" : "java.lang.String",
                    setting.description,
                    flag ? String.valueOf(setting.value.equals("on")) : setting.value,
                    setting.choices == null ? List.of() : List.of(setting.choices)));
        }
        properties.add(new Property(
                StarterSettings.EXCLUDE,
                "java.util.Set<java.lang.String>",
                "names of DataSource beans that are left as they are",
                "",
                List.of()));
        properties.add(new Property(
                StarterSettings.NAMES,
                "java.util.Map<java.lang.String,java.lang.String>",
                "tollbooth.name for single DataSource beans, by the bean's name",
                "",
                List.of()));
        properties.add(new Property(
                StarterSettings.USER,
                "java.lang.Boolean",
                "whether statements of a request are accounted to the user of Spring Security",
                "true",
                List.of()));
        properties.add(new Property(
                StarterSettings.ORIGIN,
                "java.lang.Boolean",
                "whether requests, tasks and listeners are the origins of their statements",
                "true",
                List.of()));
        properties.add(new Property(
                StarterSettings.HANDLER_ORIGIN,
                "java.lang.Boolean",
                "whether the handler of a request is the origin of its statements",
                "true",
                List.of()));
        properties.add(new Property(
                StarterSettings.TASK_ORIGIN,
                "java.lang.Boolean",
                "whether @Scheduled methods and the queues of observed message listeners are origins",
                "true",
                List.of()));
        properties.add(new Property(
                StarterSettings.LISTENER_ORIGIN,
                "java.lang.Boolean",
                "whether @EventListener methods are the origins of their statements",
                "true",
                List.of()));
        properties.add(new Property(
                "management.endpoint.tollbooth.access",
                "org.springframework.boot.actuate.endpoint.Access",
                "permitted level of access for the tollbooth endpoint",
                "unrestricted",
                List.of()));
        properties.add(new Property(
                "management.endpoint.tollboothconsole.access",
                "org.springframework.boot.actuate.endpoint.Access",
                "permitted level of access for the page; it changes nothing",
                "unrestricted",
                List.of()));
        return properties;
    }

    private static String json(List<Property> properties) {
        List<String> lines = new ArrayList<>();
        List<String> hints = new ArrayList<>();
        for (Property property : properties) {
            String value = property.defaultValue().isEmpty()
                    ? ""
                    : ", \"defaultValue\": "
                            + (property.type().equals("java.lang.Boolean")
                                    ? property.defaultValue()
                                    : quoted(property.defaultValue()));
            lines.add("    {\"name\": " + quoted(property.name()) + ", \"type\": " + quoted(property.type())
                    + ", \"description\": " + quoted(sentence(property.description())) + value + "}");
            if (!property.choices().isEmpty()) {
                List<String> values = property.choices().stream()
                        .map(choice -> "{\"value\": " + quoted(choice) + "}")
                        .toList();
                hints.add("    {\"name\": " + quoted(property.name()) + ", \"values\": [" + String.join(", ", values)
                        + "]}");
            }
        }
        return "{\n  \"groups\": [\n    {\"name\": \"tollbooth\"},\n    {\"name\": \"tollbooth.spring\"}\n  ],\n"
                + "  \"properties\": [\n" + String.join(",\n", lines) + "\n  ],\n  \"hints\": [\n"
                + String.join(",\n", hints) + "\n  ]\n}\n";
    }

    /** Returns a description in the style of Spring's own. */
    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
