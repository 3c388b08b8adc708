package dev.tollbooth.integration.tidb;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A writer of results in the MySQL protocol. */
final class ResultWriter {
    static final int IN_TRANSACTION = 0x01;
    static final int AUTOCOMMIT = 0x02;
    static final int MORE_RESULTS = 0x08;
    static final int CURSOR_EXISTS = 0x40;
    static final int LAST_ROW_SENT = 0x80;

    private final PacketChannel channel;
    private final TidbSession session;
    private final boolean endsByOk;

    /** Writes for a client that wants results to end by an OK packet, or by an EOF packet as it was before. */
    ResultWriter(PacketChannel channel, TidbSession session, boolean endsByOk) {
        this.channel = channel;
        this.session = session;
        this.endsByOk = endsByOk;
    }

    private int status(int more) {
        return more | (session.isAutoCommit() ? AUTOCOMMIT : 0) | (session.isInTransaction() ? IN_TRANSACTION : 0);
    }

    void ok() throws IOException {
        done(new Answer.Done(0, 0), 0);
    }

    void done(Answer.Done done, int more) throws IOException {
        channel.write(new PacketBuilder()
                .oneByte(0x00)
                .number(done.affected())
                .number(done.insertId())
                .twoBytes(status(more))
                .twoBytes(session.warningCount()));
    }

    void failed(Answer.Failed failed) throws IOException {
        channel.write(new PacketBuilder()
                .oneByte(0xff)
                .twoBytes(failed.code())
                .bytes(("#" + failed.state() + failed.message()).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    void columns(List<Column> columns) throws IOException {
        channel.write(new PacketBuilder().number(columns.size()));
        definitions(columns);
        if (!endsByOk) {
            eof(0);
        }
    }

    /** As {@link #columns}, of a result whose rows are to be fetched. */
    void cursor(List<Column> columns) throws IOException {
        channel.write(new PacketBuilder().number(columns.size()));
        definitions(columns);
        end(CURSOR_EXISTS);
    }

    private void definitions(List<Column> columns) throws IOException {
        for (Column column : columns) {
            channel.write(column.definition());
        }
    }

    void textRow(@Nullable Object[] row) throws IOException {
        PacketBuilder packet = new PacketBuilder();
        for (Object value : row) {
            if (value == null) {
                packet.oneByte(0xfb);
            } else {
                packet.string(Column.text(value));
            }
        }
        channel.write(packet);
    }

    void binaryRow(List<Column> columns, @Nullable Object[] row) throws IOException {
        byte[] nulls = new byte[(row.length + 9) / 8];
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null) {
                nulls[(i + 2) / 8] |= (byte) (1 << (i + 2) % 8);
            }
        }
        PacketBuilder packet = new PacketBuilder().oneByte(0x00).bytes(nulls);
        for (int i = 0; i < row.length; i++) {
            columns.get(i).binary(packet, row[i]);
        }
        channel.write(packet);
    }

    /** Ends the rows. */
    void end(int more) throws IOException {
        if (endsByOk) {
            channel.write(new PacketBuilder()
                    .oneByte(0xfe)
                    .number(0)
                    .number(0)
                    .twoBytes(status(more))
                    .twoBytes(session.warningCount()));
        } else {
            eof(more);
        }
    }

    private void eof(int more) throws IOException {
        channel.write(new PacketBuilder()
                .oneByte(0xfe)
                .twoBytes(session.warningCount())
                .twoBytes(status(more)));
    }

    /** Answers that a statement is prepared. */
    void prepared(int id, int parameters, List<Column> columns) throws IOException {
        channel.write(new PacketBuilder()
                .oneByte(0x00)
                .fourBytes(id)
                .twoBytes(columns.size())
                .twoBytes(parameters)
                .oneByte(0)
                .twoBytes(0));
        if (parameters > 0) {
            for (int i = 0; i < parameters; i++) {
                channel.write(new Column("?", Column.VAR_STRING).definition());
            }
            if (!endsByOk) {
                eof(0);
            }
        }
        if (!columns.isEmpty()) {
            definitions(columns);
            if (!endsByOk) {
                eof(0);
            }
        }
    }
}
