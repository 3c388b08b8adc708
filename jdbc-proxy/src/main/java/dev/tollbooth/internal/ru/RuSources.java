package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.RequestUnits;
import dev.tollbooth.spi.RuReader;
import dev.tollbooth.spi.RuSource;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The sources of request units in the settings, those that come with Tollbooth and those on the class path.
 *
 * <p>Thread-safe. Sources on the class path are loaded with the first connection, or at once if the settings name a
 * source.
 */
public final class RuSources {

    private final RuOptions options;
    private volatile @Nullable List<InternalRuSource> chosen;

    /**
     * Chooses the sources by {@code options}.
     *
     * @throws IllegalArgumentException if no source has the name in {@code options}, or one on the class path is
     *     broken; the message names all sources
     */
    public RuSources(RuOptions options) {
        this.options = options;
        this.chosen = chosen(options.source());
    }

    /** Returns the estimate for costs that are not reported, null if request units are off. */
    public @Nullable Estimate estimate() {
        return options.source().equals(RuOptions.OFF) ? null : new Estimate(options.model());
    }

    /** Returns whether there is no source to read. */
    public boolean isNone() {
        List<InternalRuSource> known = chosen;
        return known != null && known.isEmpty();
    }

    /** Returns the settings of sources. */
    public RuOptions options() {
        return options;
    }

    /**
     * Returns the reader for this connection, null if no source is for its database.
     *
     * @throws SQLException if the driver throws
     */
    public @Nullable InternalRuReader open(SourceConnection connection) throws SQLException {
        List<InternalRuReader> readers = new ArrayList<>(2);
        for (InternalRuSource source : chosen()) {
            InternalRuReader reader = source.open(connection);
            if (reader != null) {
                readers.add(reader);
            }
        }
        return readers.isEmpty() ? null : readers.size() == 1 ? readers.get(0) : new FirstRuReader(readers);
    }

    /** Returns the bytes held by the sources. */
    public long heldBytes() {
        List<InternalRuSource> known = chosen;
        long bytes = 0;
        for (InternalRuSource source : known == null ? List.<InternalRuSource>of() : known) {
            bytes += source.heldBytes();
        }
        return bytes;
    }

    private List<InternalRuSource> chosen() {
        List<InternalRuSource> known = chosen;
        if (known == null) {
            List<InternalRuSource> passive = new ArrayList<>();
            for (InternalRuSource source : all()) {
                if (source.isPassive()) {
                    passive.add(source);
                }
            }
            known = List.copyOf(passive);
            chosen = known;
        }
        return known;
    }

    /**
     * Returns a list of the source called {@code name}; an empty list for an estimate or off; null for {@code auto},
     * whose sources are loaded later.
     *
     * @throws IllegalArgumentException if no source has that name, or one on the class path is broken; the message
     *     names all sources
     */
    public static @Nullable List<InternalRuSource> chosen(String name) {
        if (name.equals(RuOptions.OFF) || name.equals(Estimate.SOURCE)) {
            return List.of();
        }
        return name.equals(RuOptions.AUTO) ? null : List.of(named(name));
    }

    private static InternalRuSource named(String name) {
        List<String> names = new ArrayList<>(List.of(RuOptions.AUTO, Estimate.SOURCE, RuOptions.OFF));
        try {
            for (InternalRuSource source : all()) {
                if (source.name().equals(name)) {
                    return source;
                }
                names.add(source.name());
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "could not load the sources of request units: tollbooth.ru.source=" + name + ", " + e.getMessage()
                            + "; correct or remove that one",
                    e);
        }
        throw new IllegalArgumentException(
                "unknown source of request units: tollbooth.ru.source=" + PrintableText.escape(name)
                        + ", use one of " + String.join(", ", names) + ", or put a "
                        + RuSource.class.getName()
                        + " of that name on the class path");
    }

    /** Returns the sources that come with Tollbooth, then those of the class path. */
    private static List<InternalRuSource> all() {
        List<InternalRuSource> all = new ArrayList<>();
        for (InternalRuSource source :
                ServiceLoader.load(InternalRuSource.class, InternalRuSource.class.getClassLoader())) {
            all.add(source);
        }
        for (RuSource source : ServiceLoader.load(RuSource.class, RuSource.class.getClassLoader())) {
            all.add(new OutsideRuSource(source));
        }
        return all;
    }

    /**
     * An adapter of a source of request units that does not come with Tollbooth.
     *
     * <p>As thread-safe as that source.
     */
    private static final class OutsideRuSource implements InternalRuSource {

        private final RuSource source;

        OutsideRuSource(RuSource source) {
            this.source = source;
        }

        @Override
        public String name() {
            return NameLimit.cut(source.name());
        }

        @Override
        public boolean isPassive() {
            return source.isPassive();
        }

        @Override
        public @Nullable InternalRuReader open(SourceConnection to) throws SQLException {
            RuReader reader = source.open(to.connection());
            return reader == null ? null : new Reader(reader, name());
        }

        /** An adapter of a reader, which marks the costs with the source's name. */
        private record Reader(RuReader reader, String source) implements InternalRuReader {

            @Override
            public boolean isExpected() {
                return reader.isExpected();
            }

            @Override
            public RuReading executed(
                    Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
                    throws SQLException {
                return marked(reader.executed(statement, what.digest(), resultOpen, failure));
            }

            @Override
            public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
                return marked(reader.drained(statement, digest));
            }

            @Override
            public void closed() {
                reader.closed();
            }

            private RuReading marked(@Nullable RequestUnits cost) {
                return cost == null
                        ? RuReading.NOTHING
                        : RuReading.reported(cost.read(), cost.written(), source)
                                .in(cost.plan());
            }
        }
    }
}
