package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests digests and texts against recordings from servers: TiDB's digest, and the text of pg_stat_statements. */
class ServerCasesTest {

    /** The rows of the recording that have no statement's text. */
    private static final Set<String> NOT_RECORDED = Set.of("not_recorded_because", "rows");

    private final TextNormalizer tidb = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);
    private final TextNormalizer postgres = new TextNormalizer(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);

    @TestFactory
    List<DynamicTest> normalize_caseOfTidb_givesItsTextAndDigest() {
        return cases("tidb_digest.json").stream()
                .map(one -> DynamicTest.dynamicTest(one.get("sql"), () -> {
                    assertThat(tidb.normalize(one.get("sql"))).isEqualTo(one.get("normalized"));
                    assertThat(tidb.digest(one.get("sql")).hex()).isEqualTo(one.get("digest"));
                }))
                .toList();
    }

    @TestFactory
    List<DynamicTest> normalize_caseOfPostgres_givesOneDigestForBothTexts() {
        return cases("pgss_live.json").stream()
                .filter(one -> !NOT_RECORDED.contains(one.get("pg_stat_statements")))
                .map(one -> DynamicTest.dynamicTest(one.get("version") + " " + one.get("sql"), () -> {
                    String ours = postgres.normalize(one.get("sql"));
                    assertThat(postgres.normalize(one.get("pg_stat_statements")))
                            .isEqualTo(ours);
                    assertThat(postgres.digest(one.get("pg_stat_statements")))
                            .isEqualTo(postgres.digest(one.get("sql")));
                }))
                .toList();
    }

    @Test
    void normalize_casesOfPostgres_keepsTheirShapesApart() {
        Set<String> shapes = new HashSet<>();
        Set<String> servers = new HashSet<>();
        for (Map<String, String> one : cases("pgss_live.json")) {
            if (!NOT_RECORDED.contains(one.get("pg_stat_statements"))) {
                shapes.add(postgres.normalize(one.get("sql")));
                servers.add(one.get("pg_stat_statements"));
            }
        }
        assertThat(shapes).hasSizeGreaterThan(servers.size() / 2);
    }

    private static List<Map<String, String>> cases(String resource) {
        List<Map<String, String>> cases = JsonStrings.resource(resource).objects().stream()
                .filter(one -> one.containsKey("sql"))
                .toList();
        assertThat(cases).hasSizeGreaterThanOrEqualTo(45);
        return cases;
    }
}
