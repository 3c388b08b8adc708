package dev.tollbooth.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.cli.report.GoldenReports;
import dev.tollbooth.cli.report.TopOrder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All listings in JSON keep the schema that is published. */
class JsonSchemaTest {

    @TempDir
    private Path directory;

    @Test
    void schema_inTheGuide_isThatOfTheCatalogue() throws IOException {
        JsonSchema.assertPublished();
    }

    @ParameterizedTest
    @EnumSource
    void top_byEachOrder_keepsTheSchema(TopOrder order) throws IOException {
        GoldenReports.write(directory);
        Invocation result = Invocation.of("", "top", directory.toString(), "--by", order.word(), "--json");
        result.out().forEach(JsonSchema::assertListing);
    }

    @Test
    void check_ofAKeyOrTypeThatTheSchemaDoesNotHave_fails() {
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"rows\":[{\"kind\":\"statement\",\"p99Ns\":1}]}"))
                .hasMessageContaining("p99Ns");
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"rows\":[{\"kind\":\"statement\",\"count\":\"1\"}]}"))
                .hasMessageContaining("count");
        assertThatThrownBy(() -> JsonSchema.assertListing("{\"by\":\"time\"}")).hasMessageContaining("rows");
    }
}
