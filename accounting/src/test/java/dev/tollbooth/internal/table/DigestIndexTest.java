package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests finding rows by the hash of their text while rows are added and removed. */
class DigestIndexTest {

    private static final int SIZE = 8;
    private static final String[] SCHEMAS = {"a", "b"};

    private long nowNanos = 1;
    private final TableMemory memory = new TableMemory(ObjectLayout.USUAL, LiveSampler.off());
    private final StatementTable table = new StatementTable(
            new StatementTableOptions(SIZE, false, Duration.ofDays(1), RuModel.PUBLISHED, List.of()),
            () -> nowNanos,
            new WallClock(0, 0),
            memory);

    private static Sha256 hash(int statement) {
        return Sha256.ofHex(TextDigest.ofNormalized("select " + statement, "").hex());
    }

    @Test
    void find_rowsComeLeaveAndComeAgain_agreesWithAllRows() {
        Random random = new Random(1);
        for (int step = 0; step < 5_000; step++) {
            int statement = random.nextInt(3 * SIZE);
            if (random.nextInt(200) == 0) {
                table.reset();
            }
            if (table.size() == SIZE) {
                table.evictColdest(1);
            }
            if (random.nextBoolean()) {
                TextDigest digest = TextDigest.ofNormalized("select " + statement, "select");
                table.schema(SCHEMAS[random.nextInt(2)]).statement(digest).add(1, ++nowNanos, 0, 0, 0);
            }
            if (random.nextInt(3) == 0) {
                check(random.nextInt(3 * SIZE));
            }
        }
    }

    private void check(int statement) {
        Map<String, Long> expected = new HashMap<>();
        for (StatementSnapshot row : table.list()) {
            if (row.digest() != null && row.digest().text().equals("select " + statement)) {
                expected.put(row.schema(), row.count());
            }
        }
        Map<String, Long> found = new HashMap<>();
        table.find(hash(statement)).forEach(row -> found.put(row.schema(), row.count()));
        assertThat(found).isEqualTo(expected);
        for (String schema : SCHEMAS) {
            StatementSnapshot row = table.find(schema, hash(statement));
            assertThat(row == null ? null : row.count()).isEqualTo(expected.get(schema));
        }
    }

    @Test
    void walk_afterASearch_countsTheIndex() {
        TextDigest digest = TextDigest.ofNormalized("select 1", "select");
        table.schema("a").statement(digest).add(1, 1, 0, 0, 0);
        long before = table.walkMemory().rows();

        assertThat(table.find(hash(1))).hasSize(1);

        ObjectLayout layout = ObjectLayout.USUAL;
        assertThat(table.walkMemory().rows() - before).isEqualTo(layout.mapTable(1) + layout.mapNode());
    }
}
