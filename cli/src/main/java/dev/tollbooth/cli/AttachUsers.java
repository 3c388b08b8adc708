package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedStatements;
import dev.tollbooth.cli.attach.OpenJson;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import java.util.List;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tollbooth attach PID users}: who spends request units. */
@Command(
        name = "users",
        description = "Shows who spent request units in the last hour.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "They are collected while anybody subscribes to TopRU: report.dir does.",
            "Exit codes: 0 shown, 1 nothing collected or no such JVM, 2 bad usage."
        })
final class AttachUsers implements Callable<Integer> {

    private final AttachCommand attach;

    @Option(names = "--json", description = "One JSON object; columns as the MBean names them.")
    private boolean json;

    AttachUsers(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        boolean any = false;
        try (RunningJvm jvm = attach.open()) {
            for (ObjectName bean : attach.beans(jvm, "TopRU")) {
                List<CompositeData> users = jvm.rows(bean, "Users");
                any |= !users.isEmpty();
                String instance = bean.getKeyProperty("instance");
                if (json) {
                    attach.streams().out().println(Json.line(out -> {
                        out.writeStartObject();
                        out.writeStringField("instance", instance);
                        OpenJson.write("users", users, out);
                        out.writeEndObject();
                    }));
                } else if (!users.isEmpty()) {
                    attach.streams().out().println("instance " + PrintableText.escape(instance));
                    int width = Terminal.of(System.getenv()).columns();
                    table(users).lines(width).forEach(attach.streams().out()::println);
                }
            }
        }
        if (!any) {
            attach.streams()
                    .err()
                    .println("tollbooth: no request units by user: nobody subscribed to TopRU within the last hour, or"
                            + " its first window is open; set report.dir, or wait for a report");
        }
        return any ? 0 : 1;
    }

    private static TextTable table(List<CompositeData> users) {
        TextTable table = new TextTable(0)
                .left("user")
                .left("database")
                .left("source")
                .right("RU")
                .right("share")
                .right("count")
                .right("time");
        double all = 0;
        for (CompositeData row : users) {
            Double ru = AttachedStatements.number(row, "ru");
            all += ru == null ? 0 : ru;
        }
        for (CompositeData row : users) {
            Double ru = AttachedStatements.number(row, "ru");
            table.row(List.of(
                    String.valueOf(row.get("user")),
                    String.valueOf(row.get("keyspace")),
                    String.valueOf(row.get("source")),
                    FigureText.ru(ru),
                    FigureText.share(ru, all),
                    FigureText.count((Long) row.get("execCount")),
                    FigureText.time((Long) row.get("execDuration"))));
        }
        return table;
    }
}
