package dev.tollbooth.internal.ru.tidb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the JSON of {@code @@tidb_last_query_info}. */
final class TidbRuVersionTest {

    @Test
    void consumption_asTheServerWritesIt_isRead() {
        String json = "{\"txn_scope\":\"global\",\"start_ts\":446809472210829315,\"for_update_ts\":446809472210829315,"
                + "\"ru_consumption\":4.34885578125}";
        assertThat(TidbRuVersion.FIRST.consumption(json)).isEqualTo(4.34885578125);
        assertThat(TidbRuVersion.FIRST.consumption("{ \"ru_consumption\" : 1.5e-7 , \"error\" : \"\" }"))
                .isEqualTo(1.5e-7);
        assertThat(TidbRuVersion.FIRST.consumption("{\"ru_consumption\":0}")).isZero();
    }

    @Test
    void consumption_ofTheSecondVersionBesideTheFirsts_isReadAlone() {
        String json = "{\"start_ts\":1,\"ru_consumption\":0.5,\"ru_v2_consumption\":12.25}";
        assertThat(TidbRuVersion.FIRST.consumption(json)).isEqualTo(0.5);
        assertThat(TidbRuVersion.SECOND.consumption(json)).isEqualTo(12.25);
        assertThat(TidbRuVersion.SECOND.consumption("{\"ru_consumption\":0.5}")).isNaN();
        assertThat(TidbRuVersion.FIRST.consumption("{\"ru_v2_consumption\":12.25}"))
                .isNaN();
        assertThat(TidbRuVersion.hasConsumption("{\"ru_v2_consumption\":12.25}"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"start_ts\":1}",
                "{\"ru_consumption\":null}",
                "{\"ru_consumption\":-1}",
                "{\"ru_consumption\":1e300}",
                "{\"ru_consumption\":",
                "{\"ru_consumption\":1.2.3}",
                "{\"ru_consumption\":3,\"error\":\"it failed\"}",
                "{\"error\":\"no \\\"ru_consumption\\\":7 here\"}"
            })
    void consumption_missingOrNone_isUnknown(String json) {
        assertThat(TidbRuVersion.FIRST.consumption(json)).isNaN();
    }

    @Test
    void hasConsumption_ofAnOldVersion_isFalse() {
        assertThat(TidbRuVersion.hasConsumption("{\"txn_scope\":\"global\",\"start_ts\":1,\"for_update_ts\":1}"))
                .isFalse();
        assertThat(TidbRuVersion.hasConsumption("{\"ru_consumption\":null}")).isTrue();
    }
}
