package dev.tollbooth.cli;

import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.proto.v1.Report;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options for a list of the top statements: its order, its length and its form. */
public final class TopOptions {

    private static final int MAX_LIMIT = 100_000;

    /** The options of the output's form. */
    static final class Form {

        @Option(names = "--wide", description = "All columns, and the whole SQL text.")
        private boolean wide;

        @Option(names = "--json", description = "One JSON object with all figures.")
        private boolean json;

        @Option(names = "--csv", description = "Comma-separated values with all figures, keys first.")
        private boolean csv;
    }

    /** The values of {@code --by}. */
    static final class Orders implements ITypeConverter<TopOrder>, Iterable<String> {

        private final List<TopOrder> all = TopOrder.values();
        private final List<String> words = all.stream().map(TopOrder::word).toList();

        @Override
        public TopOrder convert(String word) {
            Figure figure = Figure.ofWord(word);
            int index = words.indexOf(figure == null ? word.toLowerCase(Locale.ROOT) : figure.word());
            if (index < 0) {
                throw new TypeConversionException(word + Words.allowed(word, words));
            }
            return all.get(index);
        }

        @Override
        public Iterator<String> iterator() {
            return words.iterator();
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            converter = Orders.class,
            completionCandidates = Orders.class,
            description =
                    "${COMPLETION-CANDIDATES}. The default is time, or ru if a server has reported request units. memory: bytes"
                            + " that the client allocated; plans: how many, where they are known; service, instance or origin: a"
                            + " row for each, by time; repetitions: statements that transactions execute 10 times or more.")
    private @Nullable TopOrder order;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of rows; default 20.")
    private int limit = 20;

    @ArgGroup(exclusive = true)
    private Form form = new Form();

    /** Returns the order; null for the default. */
    public @Nullable TopOrder order() {
        return order;
    }

    /**
     * Returns the output; no lines if {@code reports} has nothing to show.
     *
     * @param byService whether services are separated in all rows
     */
    public List<String> lines(
            TopFilter filter, TimeSpan span, boolean byService, Consumer<ObjLongConsumer<Report>> reports) {
        Words.requireRange(spec, "--limit", limit, 1, MAX_LIMIT);
        Top top = new Top(order, filter, span, byService, limit);
        if (form.json) {
            return top.json(reports);
        } else if (form.csv) {
            return top.csv(reports);
        }
        int width = form.wide ? Integer.MAX_VALUE : Terminal.of(System.getenv()).columns();
        return top.text(reports, ZoneId.systemDefault(), width);
    }
}
