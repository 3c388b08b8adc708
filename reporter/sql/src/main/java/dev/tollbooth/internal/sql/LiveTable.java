package dev.tollbooth.internal.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.h2.api.ErrorCode;
import org.h2.command.ddl.CreateTableData;
import org.h2.constraint.Constraint;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.schema.TriggerObject;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.table.Table;
import org.h2.table.TableBase;
import org.h2.table.TableType;

/**
 * A table without stored rows: each read makes rows from the live figures.
 *
 * <p>Thread-safe: immutable. It takes no lock, so readers and truncating sessions don't wait for each other.
 *
 * @param <R> the source of a row
 */
final class LiveTable<R> extends TableBase {

    private final LiveContent<R> content;
    private final LiveIndex<R> scan;
    private final List<Index> indexes = new ArrayList<>();

    private LiveTable(CreateTableData data, LiveContent<R> content) {
        super(data);
        this.content = content;
        this.scan = new LiveIndex<>(this, getColumns(), content, null);
        indexes.add(scan);
        for (LiveContent.Lookup lookup : content.lookups()) {
            Column[] of =
                    Arrays.stream(lookup.columns()).mapToObj(this::getColumn).toArray(Column[]::new);
            indexes.add(new LiveIndex<>(this, of, content, lookup));
        }
    }

    /**
     * Makes a table. No CREATE TABLE statement does that, because H2 would then create it by class name, and the table
     * would need its content from a static field.
     */
    static <R> LiveTable<R> of(CreateTableData data, LiveContent<R> content) {
        data.tableName = content.kind.tableName();
        data.tableEngine = LiveTable.class.getName();
        data.columns.addAll(content.columns());
        return new LiveTable<>(data, content);
    }

    /** Rejects the write lock. Takes no other lock: TRUNCATE requests the exclusive one, and readers the read lock. */
    @Override
    public boolean lock(SessionLocal session, int lockType) {
        if (lockType == Table.WRITE_LOCK) {
            throw refused();
        }
        return false;
    }

    private DbException refused() {
        return DbException.get(
                ErrorCode.FEATURE_NOT_SUPPORTED_1,
                "changing " + content.kind.qualifiedName() + ", a live table: use SELECT"
                        + (content.isTruncatable() ? " and TRUNCATE" : ""));
    }

    @Override
    public boolean canTruncate() {
        return content.isTruncatable();
    }

    @Override
    public long truncate(SessionLocal session) {
        content.truncate();
        return 0;
    }

    @Override
    public Index addIndex(
            SessionLocal session,
            String indexName,
            int indexId,
            IndexColumn[] cols,
            int uniqueColumnCount,
            IndexType indexType,
            boolean create,
            String indexComment) {
        throw refused();
    }

    @Override
    public boolean isInsertable() {
        return false;
    }

    @Override
    public void addRow(SessionLocal session, Row row) {
        throw refused();
    }

    @Override
    public void removeRow(SessionLocal session, Row row) {
        throw refused();
    }

    @Override
    public Row lockRow(SessionLocal session, Row row, int timeoutMillis) {
        throw refused();
    }

    @Override
    public void checkSupportAlter() {
        throw refused();
    }

    @Override
    public void checkRename() {
        throw refused();
    }

    /** Rejects a constraint. H2 adds a CHECK without asking whether the table may be altered. */
    @Override
    public void addConstraint(Constraint constraint) {
        throw refused();
    }

    @Override
    public void addTrigger(TriggerObject trigger) {
        throw refused();
    }

    @Override
    public boolean canDrop() {
        return false;
    }

    @Override
    public boolean canReference() {
        return false;
    }

    @Override
    public TableType getTableType() {
        return TableType.EXTERNAL_TABLE_ENGINE;
    }

    @Override
    public Index getScanIndex(SessionLocal session) {
        return scan;
    }

    @Override
    public List<Index> getIndexes() {
        return indexes;
    }

    /** Returns false, so that H2 does not reuse a result for the next query. */
    @Override
    public boolean isDeterministic() {
        return false;
    }

    @Override
    public long getMaxDataModificationId() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean canGetRowCount(SessionLocal session) {
        return false;
    }

    @Override
    public long getRowCount(SessionLocal session) {
        return content.approximateRows();
    }

    @Override
    public long getRowCountApproximation(SessionLocal session) {
        return content.approximateRows();
    }

    @Override
    public void close(SessionLocal session) {
        // there is nothing to close
    }
}
