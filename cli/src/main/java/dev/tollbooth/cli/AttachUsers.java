package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Name;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tollbooth attach PID users}: request units by user. */
@Command(
        name = "users",
        description = "Shows request units by user, over the last hour.",
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
                    List<Map<String, @Nullable Object>> rows = table(users).maps();
                    attach.streams()
                            .out()
                            .println(Json.line(out ->
                                    Json.write(Map.of("instance", String.valueOf(instance), "rows", rows), out)));
                } else if (!users.isEmpty()) {
                    attach.streams().out().println("instance " + PrintableText.escape(instance));
                    int width = Terminal.of(System.getenv()).columns();
                    table(users).text(width).forEach(attach.streams().out()::println);
                }
            }
        }
        if (!any) {
            attach.streams()
                    .err()
                    .println("tollbooth: no request units by user: TopRU had no subscriber within the last hour, or"
                            + " its first window is open; set report.dir, or wait for a report");
        }
        return any ? 0 : 1;
    }

    private static Listing table(List<CompositeData> users) {
        List<Name> names = List.of(
                new Name("user", "user", true),
                new Name("database", "database", false),
                new Name("source", "source", false));
        List<Row> rows = new ArrayList<>();
        for (CompositeData row : users) {
            String source = String.valueOf(row.get("source"));
            Figures.Builder spent = Figures.builder()
                    .set(Figure.COUNT, (Long) row.get("execCount"))
                    .set(Figure.TIME, (Long) row.get("execDuration"));
            Figures figures = row.get("ru") instanceof Number ru
                    ? spent.ru(source, ru.doubleValue()).build()
                    : spent.build();
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("user", row.get("user"));
            map.put("database", row.get("keyspace"));
            map.put("source", source);
            rows.add(new Row(Kind.USER, map, "", "", figures, figures));
        }
        List<Figure> figures = List.of(Figure.RU, Figure.COUNT, Figure.TIME);
        return Listing.of(new Layout(names, Figure.RU, figures, figures), rows, rows.size());
    }
}
