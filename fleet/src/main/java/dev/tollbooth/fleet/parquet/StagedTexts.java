package dev.tollbooth.fleet.parquet;

import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.shaded.protobuf.ByteString;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.duckdb.DuckDBAppender;

/**
 * The staged texts of digests: a statement's text, summary and database system, and a plan's text. Each text is staged
 * when it first appears. Recent digests are remembered, because each report repeats the texts.
 *
 * <p>Not thread-safe.
 */
final class StagedTexts implements AutoCloseable {

    private static final int KNOWN = 50_000;

    private final DuckDBAppender texts;
    private final DuckDBAppender plans;
    /** The kinds of texts that were staged for each recent digest, as bits. */
    private final Map<ByteString, Integer> known = new LinkedHashMap<>(1_024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteString, Integer> eldest) {
            return size() > KNOWN;
        }
    };

    StagedTexts(FleetDatabase database) throws SQLException {
        for (DigestTable table : DigestTable.values()) {
            database.execute(table.createStage());
        }
        texts = database.connection().createAppender("main", DigestTable.TEXTS.stage());
        plans = database.connection().createAppender("main", DigestTable.PLANS.stage());
    }

    void add(Report report) throws SQLException {
        for (SQLMeta meta : report.getSqlMetasList()) {
            add(meta.getSqlDigest(), meta.getNormalizedSql(), "", system(meta));
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            add(record.getDigest(), record.getNormalizedSql(), record.getSummary(), "");
        }
        for (PlanMeta meta : report.getPlanMetasList()) {
            addPlan(meta.getPlanDigest(), meta.getNormalizedPlan());
        }
    }

    /**
     * Returns the database system in lower case: the part of a default keyspace name before the slash. Empty without a
     * slash.
     */
    private static String system(SQLMeta meta) {
        String keyspace = meta.getKeyspaceName().toStringUtf8();
        int slash = keyspace.indexOf('/');
        return slash <= 0 ? "" : keyspace.substring(0, slash).toLowerCase(Locale.ROOT);
    }

    private void add(ByteString digest, String text, String summary, String system) throws SQLException {
        int told = (text.isEmpty() ? 0 : 1) | (summary.isEmpty() ? 0 : 2) | (system.isEmpty() ? 0 : 4);
        if (isNew(digest, told)) {
            texts.beginRow()
                    .append(digest.toByteArray())
                    .append(text)
                    .append(summary)
                    .append(system)
                    .endRow();
        }
    }

    private void addPlan(ByteString digest, String text) throws SQLException {
        if (isNew(digest, text.isEmpty() ? 0 : 8)) {
            plans.beginRow().append(digest.toByteArray()).append(text).endRow();
        }
    }

    private boolean isNew(ByteString digest, int told) {
        int before = known.getOrDefault(digest, 0);
        if (digest.isEmpty() || (before | told) == before) {
            return false;
        }
        known.put(digest, before | told);
        return true;
    }

    void flush() throws SQLException {
        texts.flush();
        plans.flush();
    }

    @Override
    public void close() throws SQLException {
        texts.close();
        plans.close();
    }
}
