package dev.tollbooth.internal.digest;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Fuzzes the tokens of the dialects close to the SQL standard; the input's last byte chooses one. */
@Tag("slow")
class AnsiDigestFuzzTest {

    private final List<DigestFuzz> dialects = List.of(
            new DigestFuzz(SqlDialect.ANSI),
            new DigestFuzz(SqlDialect.ORACLE),
            new DigestFuzz(SqlDialect.SQLSERVER),
            new DigestFuzz(SqlDialect.H2),
            new DigestFuzz(SqlDialect.SQLITE),
            new DigestFuzz(SqlDialect.DB2),
            new DigestFuzz(SqlDialect.GENERIC),
            new DigestFuzz(SqlDialect.DERBY));

    @FuzzTest(maxDuration = "20m")
    void digest_anyText_isSafe(FuzzedDataProvider data) {
        dialects.get(data.consumeInt(0, dialects.size() - 1)).check(data);
    }
}
