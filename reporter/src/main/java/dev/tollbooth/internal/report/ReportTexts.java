package dev.tollbooth.internal.report;

import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that finds the texts of the digests in a report: at most 5,000 texts of statements and 5,000 of plans, each
 * cut at 4 KiB.
 *
 * <p>Texts that are unknown or left out are counted as drops. The statements with the most request units come first, up
 * to nine tenths of the places. Then come the texts that had no room in the last report, then all others. The texts of
 * statements that are not in the window have no keyspace.
 *
 * <p>Not thread-safe: guarded by the reporter.
 */
final class ReportTexts {

    static final int LIMIT = 5_000;

    /** The most bytes of a text in a report, in UTF-8. */
    static final int TEXT_BYTES = 4_096;

    private static final int OF_THE_TOP = LIMIT / 10 * 9;

    private record Name(String keyspace, Sha256 digest) {}

    private final WindowSource source;
    private final DropCounters drops;
    private Map<Name, String> missed = new LinkedHashMap<>();
    private volatile long missedBytes; // volatile for the memory trace, which does not wait

    ReportTexts(WindowSource source, DropCounters drops) {
        this.source = source;
        this.drops = drops;
    }

    List<TextMeta> ofStatements(Window window, List<StatementRecord> statements) {
        Map<Name, @Nullable String> named = new LinkedHashMap<>();
        Set<Sha256> inWindow = new HashSet<>();
        for (Name name : names(window, RuRecord::sqlDigest, SqlRecord::sqlDigest)) { // by cost
            if (named.size() == OF_THE_TOP) {
                missed.forEach(named::putIfAbsent);
            }
            inWindow.add(name.digest);
            named.put(name, source.sqlText(name.digest));
        }
        missed.forEach(named::putIfAbsent);
        for (StatementRecord record : statements) {
            if (!record.digest().isNone() && !inWindow.contains(record.digest())) {
                named.put(new Name("", record.digest()), record.text());
            }
        }
        List<TextMeta> metas = new ArrayList<>(Math.min(named.size(), LIMIT));
        Map<Name, String> noRoom = new LinkedHashMap<>();
        long lacking = 0;
        for (Map.Entry<Name, @Nullable String> entry : named.entrySet()) {
            Name name = entry.getKey();
            String text = entry.getValue();
            if (text != null && metas.size() < LIMIT) {
                metas.add(new TextMeta(name.keyspace, name.digest, cut(text)));
            } else {
                lacking++;
                if (text != null && noRoom.size() < LIMIT) {
                    noRoom.put(name, cut(text));
                }
            }
        }
        missed = noRoom;
        missedBytes = bytes(noRoom);
        count(DropReason.SQL_META, lacking);
        return metas;
    }

    /** Returns the longest beginning of {@code text} that has whole characters and at most {@link #TEXT_BYTES} bytes. */
    static String cut(String text) {
        // a char takes at most three bytes
        if (text.length() <= TEXT_BYTES / 3) {
            return text;
        }
        CharBuffer rest = CharBuffer.wrap(text);
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
        CoderResult result = encoder.encode(rest, ByteBuffer.allocate(TEXT_BYTES), true);
        return result.isOverflow() ? text.substring(0, rest.position()) : text;
    }

    private long bytes(Map<Name, String> texts) {
        long bytes = 0;
        for (Map.Entry<Name, String> text : texts.entrySet()) {
            bytes += ReportWeight.ofText(text.getValue(), source.sqlText(text.getKey().digest)) + ReportWeight.NAME;
        }
        return bytes;
    }

    /** Returns the bytes of the texts that wait for the next report; takes no lock. */
    long missedBytes() {
        return missedBytes;
    }

    private static Set<Name> names(Window window, Function<RuRecord, Sha256> ofRu, Function<SqlRecord, Sha256> ofSql) {
        Set<Name> names = new LinkedHashSet<>();
        window.ruRecords().forEach(record -> names.add(new Name(record.keyspace(), ofRu.apply(record))));
        window.sqlRecords().forEach(record -> names.add(new Name(record.keyspace(), ofSql.apply(record))));
        names.removeIf(name -> name.digest.isNone());
        return names;
    }

    List<TextMeta> ofPlans(Window window) {
        Set<Name> names = names(window, RuRecord::planDigest, SqlRecord::planDigest);
        List<TextMeta> metas = new ArrayList<>();
        for (Name name : names) {
            String text = metas.size() < LIMIT ? source.planText(name.digest) : null;
            if (text != null) {
                metas.add(new TextMeta(name.keyspace, name.digest, cut(text)));
            }
        }
        count(DropReason.PLAN_META, names.size() - metas.size());
        return metas;
    }

    private void count(DropReason reason, long lacking) {
        if (lacking > 0) {
            drops.add(reason, new DropCount(1, lacking));
        }
    }
}
