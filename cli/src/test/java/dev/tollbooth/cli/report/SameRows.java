package dev.tollbooth.cli.report;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Statements with partly known figures, counted by a table in two windows, and their report files. */
public final class SameRows {

    private static final long START = 1_763_719_200;

    /** One statement, with its expected answer as {@code ru ruSource rowsChanged rowsUnknown}. */
    public enum Case {
        TOLD("7.5 postgres 2 0") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, 1);
                row.addRequestUnits(again ? 5 : 2.5, "postgres");
            }

            @Override
            List<RuRecord> spent(long start, boolean again) {
                return List.of(told("postgres", start, again ? 5 : 2.5));
            }
        },
        TWO_SOURCES("null mixed 2 0") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, 1);
                row.addRequestUnits(1, "postgres");
                row.addRequestUnits(2, "estimate");
            }

            @Override
            List<RuRecord> spent(long start, boolean again) {
                return List.of(told("postgres", start, 1), told("estimate", start, 2));
            }
        },
        SOURCE_CHANGED("null mixed 2 0") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, 1);
                row.addRequestUnits(3, again ? "postgres" : "estimate");
            }

            @Override
            List<RuRecord> spent(long start, boolean again) {
                return List.of(told(again ? "postgres" : "estimate", start, 3));
            }
        },
        NOT_TOLD("null null 2 0") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, 1);
            }
        },
        /** A statement without request units, which are switched off. */
        OFF("null null 2 0") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, 1);
            }

            @Override
            List<RuRecord> spent(long start, boolean again) {
                return List.of(spent("off", new RuItem(start, 0, 1, 1_000_000, 0, 1)));
            }
        },
        ROWS_NOT_SAID("null null null 2") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, ~0);
            }
        },
        ROWS_SAID_IN_PART("null null 7 1") {
            @Override
            void execute(StatementStats row, boolean again) {
                add(row, again ? 7 : ~0);
            }
        };

        private final String answer;

        Case(String answer) {
            this.answer = answer;
        }

        abstract void execute(StatementStats row, boolean again);

        /**
         * Returns the records of users in the window that begins at {@code start}. By default, no source has reported
         * request units.
         */
        List<RuRecord> spent(long start, boolean again) {
            return List.of(spent("postgres", new RuItem(start, 0, 1, 1_000_000, 1, 0)));
        }

        RuRecord told(String source, long start, double ru) {
            return spent(source, new RuItem(start, ru, 1, 1_000_000, 0, 0));
        }

        RuRecord spent(String source, RuItem item) {
            return new RuRecord(
                    RecordScope.STATEMENT, "H2/shop", source, "web", digest().sha256(), Sha256.NONE, List.of(item));
        }

        private static void add(StatementStats row, long rowsAffected) {
            row.add(1_000_000, 0, rowsAffected, 0, 0);
        }

        /** Returns the digest of the statement. */
        public TextDigest digest() {
            return TextDigest.ofNormalized("select " + name(), "SELECT " + name());
        }

        /** Returns the expected answer of each output. */
        public String answer() {
            return answer;
        }

        /** Returns the case with that digest. */
        public static Case of(String digest) {
            for (Case each : values()) {
                if (each.digest().hex().equals(digest)) {
                    return each;
                }
            }
            throw new AssertionError("no such statement: digest=" + digest);
        }
    }

    private SameRows() {}

    /** Writes the reports of a table without other readers. */
    public static void write(Path directory) {
        AtomicLong clock = new AtomicLong();
        count(new StatementTable(StatementTableOptions.DEFAULT, clock::get, new WallClock(0, 0)), directory);
    }

    /** Counts two windows in {@code table}, and writes the reports of each case to a directory of its name. */
    public static void count(StatementTable table, Path directory) {
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        for (int window = 0; window < 2; window++) {
            for (Case each : Case.values()) {
                each.execute(table.schema("shop").statement(each.digest()), window > 0);
            }
            StatementDelta delta = deltas.next();
            for (Case each : Case.values()) {
                write(directory.resolve(each.name()), window, each, delta);
            }
        }
    }

    private static void write(Path directory, int window, Case of, StatementDelta delta) {
        long start = START + 60L * window;
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("default"), 1L << 30), new DropCounters())) {
            sink.accept(new Report(
                    "default",
                    "boot-" + of,
                    window + 1L,
                    new Window(start, start + 60, 60, of.spent(start, window > 0), List.of()),
                    List.of(),
                    List.of(),
                    delta.statements().stream()
                            .filter(record -> record.digest().equals(of.digest().sha256()))
                            .toList(),
                    null,
                    Map.of(),
                    List.of()));
        }
    }
}
