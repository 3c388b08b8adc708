package dev.tollbooth.internal.digest;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tollbooth.statement.SqlDialect;
import org.junit.jupiter.api.Tag;

/** Fuzzes the tokens and the reduction of TiDB, MySQL and MariaDB. */
@Tag("slow")
class MysqlDigestFuzzTest {

    private final DigestFuzz fuzz = new DigestFuzz(SqlDialect.TIDB);

    @FuzzTest(maxDuration = "20m")
    void digest_anyText_isSafe(FuzzedDataProvider data) {
        fuzz.check(data);
    }
}
