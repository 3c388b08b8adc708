package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchDigestTest {

    private final TextNormalizer normalizer = new TextNormalizer(SqlDialect.H2, DigestOptions.DEFAULT);

    private TextDigest batch(List<String> texts) {
        BatchDigest batch = new BatchDigest();
        texts.forEach(text -> batch.add(normalizer.digest(text)));
        return batch.digest();
    }

    @Test
    void digest_randomBatchesOfUpToFiveOfEight_hasOnePerSetOfTexts() {
        Random random = new Random(20261127);
        Map<Set<Integer>, TextDigest> bySet = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            Set<Integer> tables = new HashSet<>();
            List<String> texts = new ArrayList<>();
            for (int k = random.nextInt(5); k >= 0; k--) {
                int table = random.nextInt(8);
                tables.add(table);
                texts.add("insert into bt" + table + " values (" + i + ")");
            }

            TextDigest digest = batch(texts);

            assertThat(bySet.computeIfAbsent(tables, key -> digest))
                    .isEqualTo(digest)
                    .hasSameHashCodeAs(digest);
            assertThat(digest.summary())
                    .isEqualTo(
                            tables.size() == 1 ? "insert bt" + tables.iterator().next() : "BATCH");
        }
        assertThat(bySet).hasSize(8 + 28 + 56 + 70 + 56);
        assertThat(new HashSet<>(bySet.values())).hasSize(bySet.size());
    }

    @Test
    void digest_moreDistinctTextsThanCount_isTheSameInAnyOrder() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            texts.add("delete from t" + i);
        }
        TextDigest sorted = batch(texts);
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(texts, new Random(seed));

            assertThat(batch(texts)).isEqualTo(sorted);
        }
        assertThat(sorted.text()).endsWith(" ; ...");
        assertThat(sorted.text().split(" ; ", -1)).hasSize(16 + 1);
        assertThat(sorted.summary()).isEqualTo("BATCH");
        assertThat(batch(texts.subList(0, 16)).text()).doesNotContain("...");
    }

    @Test
    void summary_differentTextsOfOneSummary_isThatOfAll() {
        assertThat(batch(List.of("insert into t (a) values (1)", "INSERT into t (b) values (2)"))
                        .summary())
                .isEqualToIgnoringCase("BATCH insert t");
        assertThat(batch(List.of("insert into t (a) values (1)", "insert into t (a) values (2)"))
                        .summary())
                .isEqualTo("insert t");
    }

    @Test
    void digest_longTextsThatAreCutAlike_areToldApart() {
        String shared = "select " + "a".repeat(5000);

        TextDigest one = batch(List.of(shared + "b", shared + "c"));

        assertThat(batch(List.of(shared + "c", shared + "b", shared + "c"))).isEqualTo(one);
        assertThat(one.text().split(" ; ", -1)).hasSize(2);
    }
}
