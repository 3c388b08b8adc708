package dev.tollbooth.integration.tidb;

import java.io.IOException;
import java.net.Socket;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection of a client to the replacement for TiDB, which answers commands until the client leaves. */
final class TidbConnection implements Runnable {
    private static final int FOUND_ROWS = 0x2;
    private static final int CONNECT_WITH_DB = 0x8;
    private static final int PLUGIN_AUTH = 0x8_0000;
    private static final int DEPRECATE_EOF = 0x100_0000;
    /** The capabilities of the replacement, a part of TiDB's. */
    private static final int CAPABILITIES = 0x1
            | FOUND_ROWS
            | 0x4
            | CONNECT_WITH_DB
            | 0x200
            | 0x2000
            | 0x8000
            | 0x1_0000
            | 0x2_0000
            | 0x4_0000
            | PLUGIN_AUTH
            | 0x20_0000
            | DEPRECATE_EOF;

    private static final String PLUGIN = "mysql_native_password";
    private static final String SALT = "abcdefghijklmnopqrst";

    private final TidbServer server;
    private final Socket socket;
    private final TidbSession session;
    private final Map<Integer, PreparedText> prepared = new HashMap<>();
    private int lastId;

    TidbConnection(TidbServer server, Socket socket, TidbSession session) {
        this.server = server;
        this.socket = socket;
        this.session = session;
    }

    @Override
    public void run() {
        try (socket) {
            PacketChannel channel = new PacketChannel(socket);
            ResultWriter writer = handshake(channel);
            boolean more = true;
            while (more) {
                PacketReader command = channel.read();
                more = answered(command.oneByte(), command, writer);
                channel.flush();
            }
        } catch (IOException e) {
            return; // the client has left
        }
    }

    private ResultWriter handshake(PacketChannel channel) throws IOException {
        channel.write(new PacketBuilder()
                .oneByte(10)
                .zeroEnded(ServerFunctions.VERSION)
                .fourBytes(1)
                .zeroEnded(SALT.substring(0, 8))
                .twoBytes(CAPABILITIES)
                .oneByte(46)
                .twoBytes(ResultWriter.AUTOCOMMIT)
                .twoBytes(CAPABILITIES >> 16)
                .oneByte(SALT.length() + 1)
                .bytes(new byte[10])
                .zeroEnded(SALT.substring(8))
                .zeroEnded(PLUGIN));
        channel.flush();
        PacketReader response = channel.read();
        int wanted = response.fourBytes();
        response.bytes(4 + 1 + 23);
        response.zeroEnded(); // the user
        response.bytes((int) response.number()); // the password: any will do
        if ((wanted & CONNECT_WITH_DB) != 0) {
            session.database = response.zeroEnded();
        }
        String plugin = (wanted & PLUGIN_AUTH) != 0 ? response.zeroEnded() : PLUGIN;
        if (!plugin.equals(PLUGIN)) {
            channel.write(new PacketBuilder().oneByte(0xfe).zeroEnded(PLUGIN).zeroEnded(SALT));
            channel.flush();
            channel.read();
        }
        ResultWriter writer = new ResultWriter(channel, session, (wanted & DEPRECATE_EOF) != 0);
        writer.ok();
        channel.flush();
        return writer;
    }

    /** Answers a command; returns whether there is more to come. */
    private boolean answered(int command, PacketReader packet, ResultWriter writer) throws IOException {
        switch (command) {
            case 0x01 -> { // quit
                return false;
            }
            case 0x19 -> { // close of a prepared statement: has no answer
                closed(prepared.remove(packet.fourBytes()));
                return true;
            }
            case 0x02 -> session.database = packet.rest();
            default -> server.asked();
        }
        switch (command) {
            case 0x03 -> { // query
                return query(packet.rest(), writer);
            }
            case 0x16 -> prepare(packet.rest(), writer);
            case 0x17 -> {
                return execute(packet, writer);
            }
            case 0x1c -> fetch(packet, writer);
            case 0x1b -> writer.end(0); // set option
            case 0x1a -> { // reset of a prepared statement
                closed(prepared.get(packet.fourBytes()));
                writer.ok();
            }
            case 0x02, 0x0e, 0x1f -> writer.ok(); // database, ping, reset of the connection
            default -> writer.failed(new Answer.Failed(1047, "08S01", "command not spoken here: code=" + command));
        }
        return true;
    }

    private boolean query(String text, ResultWriter writer) throws IOException {
        List<String> statements = StatementText.statements(text);
        for (int i = 0; i < statements.size(); i++) {
            if (server.isFatal(statements.get(i))) {
                return false;
            }
            int more = i + 1 < statements.size() ? ResultWriter.MORE_RESULTS : 0;
            Answer answer = session.run(statements.get(i), List.of());
            if (answer instanceof Answer.Failed failed) {
                writer.failed(failed);
                return true;
            }
            if (answer instanceof Answer.Done done) {
                writer.done(done, more);
            } else if (answer instanceof Answer.Rows rows) {
                writer.columns(rows.columns());
                for (@Nullable Object[] row : rows.rows()) {
                    writer.textRow(row);
                }
                writer.end(more);
                rows.sent().run();
            }
        }
        return true;
    }

    private void prepare(String sql, ResultWriter writer) throws IOException {
        try {
            String statement = StatementText.statements(sql).get(0);
            PreparedText text = new PreparedText(
                    statement,
                    ServerFunctions.isQuestion(statement) ? 0 : session.parameters(statement),
                    session.columns(statement));
            int id = ++lastId;
            prepared.put(id, text);
            writer.prepared(id, text.parameters(), text.columns);
        } catch (SQLException e) {
            writer.failed(new Answer.Failed(1146, "42S02", "not prepared by the stand-in: " + e.getMessage()));
        }
    }

    private boolean execute(PacketReader packet, ResultWriter writer) throws IOException {
        PreparedText text = prepared.get(packet.fourBytes());
        boolean wantsCursor = packet.oneByte() == 1;
        packet.fourBytes(); // always one iteration
        if (text == null) {
            writer.failed(new Answer.Failed(1243, "HY000", "Unknown prepared statement handler"));
            return true;
        }
        if (server.isFatal(text.sql)) {
            return false;
        }
        Answer answer;
        try {
            answer = session.run(text.sql, text.values(packet));
        } catch (SQLException e) {
            answer = new Answer.Failed(1105, "HY000", String.valueOf(e.getMessage()));
        }
        if (answer instanceof Answer.Failed failed) {
            writer.failed(failed);
        } else if (answer instanceof Answer.Done done) {
            writer.done(done, 0);
        } else if (answer instanceof Answer.Rows rows) {
            open(text, rows, wantsCursor, writer);
        }
        return true;
    }

    private static void open(PreparedText text, Answer.Rows rows, boolean cursor, ResultWriter writer)
            throws IOException {
        if (cursor) {
            text.open = rows;
            text.next = 0;
            writer.cursor(rows.columns());
            return;
        }
        writer.columns(rows.columns());
        for (@Nullable Object[] row : rows.rows()) {
            writer.binaryRow(rows.columns(), row);
        }
        writer.end(0);
        rows.sent().run();
    }

    private void fetch(PacketReader packet, ResultWriter writer) throws IOException {
        PreparedText text = prepared.get(packet.fourBytes());
        int wanted = packet.fourBytes();
        Answer.Rows rows = text == null ? null : text.open;
        if (text == null || rows == null) {
            writer.failed(new Answer.Failed(1421, "HY000", "The statement has no open cursor"));
            return;
        }
        int end = Math.min(rows.rows().size(), text.next + wanted);
        for (; text.next < end; text.next++) {
            writer.binaryRow(rows.columns(), rows.rows().get(text.next));
        }
        boolean last = end == rows.rows().size();
        writer.end(last ? ResultWriter.LAST_ROW_SENT : ResultWriter.CURSOR_EXISTS);
        if (last) {
            closed(text);
        }
    }

    /** Ends an open cursor: its statement's info is written now. */
    private static void closed(@Nullable PreparedText text) {
        Answer.Rows rows = text == null ? null : text.open;
        if (text != null && rows != null) {
            text.open = null;
            rows.sent().run();
        }
    }
}
