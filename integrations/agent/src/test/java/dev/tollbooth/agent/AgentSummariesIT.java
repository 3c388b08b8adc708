package dev.tollbooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.SqlDialect;
import io.opentelemetry.javaagent.shaded.instrumentation.api.incubator.semconv.db.SqlQueryAnalyzer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Compares Tollbooth's summaries with those of OpenTelemetry's agent, which the agent's own classes compute. */
class AgentSummariesIT {

    private static final String STATEMENTS = "../../accounting/src/test/resources/summaries.txt";

    private final SqlQueryAnalyzer agent = SqlQueryAnalyzer.create(true);

    @ParameterizedTest
    @CsvFileSource(files = STATEMENTS, delimiter = '|', quoteCharacter = '~')
    void summary_statement_isTheAgents(ArgumentsAccessor line) {
        SqlDialect dialect = line.get(0, SqlDialect.class);
        String sql = line.getString(1);
        String ofAgent = line.getString(line.size() > 3 ? 3 : 2);

        assertThat(String.valueOf(agent.analyzeWithSummary(sql, quotes(dialect)).getQuerySummary()))
                .isEqualTo(ofAgent);
        assertThat(Tollbooth.normalizer(dialect).digest(sql).summary()).isEqualTo(line.getString(2));
    }

    private static io.opentelemetry.javaagent.shaded.instrumentation.api.incubator.semconv.db.SqlDialect quotes(
            SqlDialect dialect) {
        return dialect == SqlDialect.TIDB
                ? io.opentelemetry.javaagent.shaded.instrumentation.api.incubator.semconv.db.SqlDialect
                        .DOUBLE_QUOTES_ARE_STRING_LITERALS
                : io.opentelemetry.javaagent.shaded.instrumentation.api.incubator.semconv.db.SqlDialect
                        .DOUBLE_QUOTES_ARE_IDENTIFIERS;
    }
}
