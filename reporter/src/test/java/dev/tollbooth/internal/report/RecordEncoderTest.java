package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RecordEncoderTest {

    private static final WindowHistory NO_TEXTS = new WindowHistory() {
        @Override
        public List<Window> lastHour() {
            return List.of();
        }

        @Override
        public @Nullable String sqlText(Sha256 digest) {
            return null;
        }

        @Override
        public @Nullable String planText(Sha256 digest) {
            return null;
        }
    };

    private static Report of(RuRecord... records) {
        Window window = new Window(Reports.START, Reports.START + 60, 15, List.of(records), List.of());
        return new Report("i", "b", 1, window, List.of(), List.of(), List.of(), null, Map.of(), List.of());
    }

    private static RuItem item(long start, double ru, long count, long unknown, long off) {
        return new RuItem(start, ru, count, 100 * count, unknown, off);
    }

    /** The fields that the writer of a file adds around the message. */
    private static final Set<String> OF_THE_FILE = Set.of("marker", "crc32c");

    @Test
    void fileReport_ofEveryField_holdsEachValue() {
        dev.tollbooth.proto.v1.Report message = RecordEncoder.fileReport(Reports.full(), Reports.SENDER);
        message.getDescriptorForType()
                .getFields()
                .forEach(field -> assertThat(message.getAllFields().containsKey(field))
                        .as(field.getName())
                        .isNotEqualTo(OF_THE_FILE.contains(field.getName())));
        assertThat(message.getSchemaVersion()).isEqualTo(1);
        assertThat(message.getBootId()).isEqualTo("0123-abcd");
        assertThat(message.getResource().getServiceName()).isEqualTo("checkout");
        assertThat(message.getResource().getInstanceId()).isEqualTo("default@host:7");
        assertThat(message.getResource().getAttributesMap()).containsExactly(Map.entry("cloud.region", "eu-1"));
        TopRURecord record = message.getTopRuRecords(0);
        assertThat(record.getUser()).isEqualTo("_others_");
        assertThat(record.getKeyspaceName().toStringUtf8()).isEqualTo("PostgreSQL/shop");
        assertThat(record.getItems(1))
                .isEqualTo(TopRURecordItem.newBuilder()
                        .setTimestampSec(Reports.START + 15)
                        .setExecCount(5)
                        .setExecDuration(6_000)
                        .setUnknownCount(5)
                        .build());
        assertThat(message.getTopRuRecords(1).getScope())
                .isEqualTo(dev.tollbooth.proto.tipb.RecordScope.RECORD_SCOPE_GLOBAL_OTHERS);
        assertThat(message.getTopRuRecords(1).getSqlDigest().isEmpty()).isTrue();
        assertThat(message.getTopSqlRecords(0).getItems(0).getCpuTimeMs()).isEqualTo(5);
        assertThat(message.getDropCounters(0).getReason()).isEqualTo("SINK_BUSY");
    }

    @Test
    void fileReport_byOrigin_namesTheRecordAndItemAndStreamsStayAsTheyWere() {
        RuRecord first = Reports.record(RecordScope.STATEMENT, "a", Reports.digest(1), item(Reports.START, 1, 1, 0, 0));
        RuRecord second = Reports.record(RecordScope.STATEMENT, "b", Reports.digest(1), Reports.byOrigin());
        dev.tollbooth.proto.v1.Report message = RecordEncoder.fileReport(of(first, second), Reports.SENDER);
        assertThat(message.getRuOriginsList())
                .extracting(RuOriginItem::getOrigin)
                .containsExactly("GET /orders", "(other)", "");
        assertThat(message.getRuOrigins(0))
                .isEqualTo(RuOriginItem.newBuilder()
                        .setRecord(1)
                        .setTimestampSec(Reports.START)
                        .setOrigin("GET /orders")
                        .setTotalRu(2)
                        .setExecCount(1)
                        .setExecDuration(2_000)
                        .build());
        assertThat(message.getRuOrigins(2).getUnknownCount()).isEqualTo(1);
        assertThat(message.getRuOrigins(2).getOffCount()).isEqualTo(1);
        RuRecord plain = Reports.record(
                RecordScope.STATEMENT, "b", Reports.digest(1), new RuItem(Reports.START, 2.25, 3, 4_000, 1, 2));
        assertThat(message.getTopRuRecords(1)).isEqualTo(RuRecordEncoder.fileRecord(plain));
        assertThat(RecordEncoder.streamRecords(of(first, second)))
                .isEqualTo(RecordEncoder.streamRecords(of(first, plain)));
        assertThat(RecordEncoder.fileReport(of(first, plain), Reports.SENDER).getRuOriginsCount())
                .isZero();
        assertThat(ReportWeight.of(of(second), NO_TEXTS)).isGreaterThan(ReportWeight.of(of(plain), NO_TEXTS) + 3 * 64);
    }

    @Test
    void fileReport_ofStatements_holdsSparseBucketsAndEachTextOnce() {
        dev.tollbooth.proto.v1.Report message = RecordEncoder.fileReport(Reports.full(), Reports.SENDER);
        StatementRecord known = message.getStatementRecords(0);
        assertThat(known.getBucketIndexList()).containsExactly(0, 100, 449);
        assertThat(known.getBucketCountList()).containsExactly(3L, 3L, 3L);
        assertThat(known.getSchemaName()).isEqualTo("shop");
        assertThat(known.getNormalizedSql()).isEmpty();
        assertThat(known.getSummary()).isEqualTo("SELECT t");
        StatementRecord alone = message.getStatementRecords(1);
        assertThat(alone.hasSchemaName()).isFalse();
        assertThat(alone.getNormalizedSql()).isEqualTo("select * from t where id = ?");
        assertThat(alone.getTotalRu()).isEqualTo(8.5);
        assertThat(message.getRuTermsList())
                .as("each once, and none that costs nothing")
                .containsExactly(RuTerm.newBuilder()
                        .setName("statements")
                        .setSource("estimate")
                        .setRuPerUnit(0.475)
                        .build());
        assertThat(known.getRuTermList()).containsExactly(0);
        assertThat(known.getRuTermAmountList()).containsExactly(9.0);
    }

    @Test
    void origin_withRequestUnitsOfTwoSources_hasNoSumAndUnknownOnesAreAbsent() {
        Figures one = Figures.builder().ru("postgres", 2.0).build();
        Figures two = one.plus(Figures.builder().ru("tidb", 3.0).build());
        assertThat(StatementEncoder.origin("checkout", one).getTotalRu()).isEqualTo(2.0);
        assertThat(StatementEncoder.origin("checkout", two).getTotalRu()).isZero();
        assertThat(StatementEncoder.origin("checkout", Figures.NONE).hasTotalRu())
                .isFalse();
    }

    @Test
    void streamRecords_ofOthers_tellThemFromRealUsersOfThatName() {
        RuItem item = item(Reports.START, 1, 1, 0, 0);
        String label = "_TIDB_TOPRU_OTHERS_USER";
        StreamRecords records = RecordEncoder.streamRecords(of(
                Reports.record(RecordScope.STATEMENT, label, Reports.digest(1), item),
                Reports.record(RecordScope.STATEMENT, "\\" + label, Reports.digest(1), item),
                Reports.record(RecordScope.STATEMENT, "\\bob", Reports.digest(1), item),
                Reports.record(RecordScope.STATEMENT, "_others_", Reports.digest(1), item),
                Reports.record(RecordScope.USER_OTHERS, "bob", Sha256.NONE, item),
                Reports.record(RecordScope.USER_OTHERS, label, Sha256.NONE, item),
                Reports.record(RecordScope.USER_OTHERS, "", Sha256.NONE, item),
                Reports.record(RecordScope.GLOBAL_OTHERS, "", Sha256.NONE, item)));
        assertThat(records.ruRecords())
                .extracting(TopRURecord::getUser)
                .containsExactly("\\" + label, "\\\\" + label, "\\bob", "_others_", "bob", "\\" + label, "", label);
        assertThat(records.ruRecords())
                .allMatch(record -> record.getRuSource().equals("estimate"))
                .extracting(record -> record.getScope().name().substring("RECORD_SCOPE_".length()))
                .containsExactly(
                        "STATEMENT",
                        "STATEMENT",
                        "STATEMENT",
                        "STATEMENT",
                        "USER_OTHERS",
                        "USER_OTHERS",
                        "USER_OTHERS",
                        "GLOBAL_OTHERS");
        assertThat(records.leftOut()).isEqualTo(DropCount.NONE);
    }

    private static RuRecord record(RecordScope scope, String keyspace, String source, String user, RuItem... items) {
        Sha256 sql = scope == RecordScope.STATEMENT ? Reports.digest(1) : Sha256.NONE;
        return new RuRecord(scope, keyspace, source, user, sql, Sha256.NONE, List.of(items));
    }

    @Test
    void streamRecords_ofTwoSources_haveEachKeyOnceAndOneOthersOfTheKeyspace() {
        RuItem early = item(Reports.START, 1, 1, 0, 0);
        RuItem late = item(Reports.START + 15, 2, 3, 1, 0);
        List<TopRURecord> records = RecordEncoder.streamRecords(of(
                        record(RecordScope.STATEMENT, "H2/shop", "estimate", "anna", early, late),
                        record(RecordScope.STATEMENT, "H2/shop", "warning", "anna", late),
                        record(RecordScope.STATEMENT, "H2/shop", "warning", "bob", early),
                        record(RecordScope.USER_OTHERS, "H2/shop", "warning", "bob", early),
                        record(RecordScope.USER_OTHERS, "H2/shop", "estimate", "bob", early),
                        record(RecordScope.GLOBAL_OTHERS, "", "estimate", "", late),
                        record(RecordScope.GLOBAL_OTHERS, "", "warning", "", early)))
                .ruRecords();
        assertThat(records)
                .extracting(record -> record.getKeyspaceName().toStringUtf8() + " " + record.getUser() + " "
                        + record.getRuSource() + " " + record.getItemsCount())
                .containsExactly(
                        "H2/shop anna mixed 2",
                        "H2/shop bob warning 1",
                        "H2/shop bob mixed 1",
                        "H2/shop _TIDB_TOPRU_OTHERS_USER mixed 2");
        assertThat(records.get(0).getItems(1))
                .isEqualTo(TopRURecordItem.newBuilder()
                        .setTimestampSec(Reports.START + 15)
                        .setTotalRu(4)
                        .setExecCount(6)
                        .setExecDuration(600)
                        .build());
        assertThat(records.get(3).getItemsList())
                .extracting(TopRURecordItem::getTimestampSec)
                .containsExactly(Reports.START, Reports.START + 15);
        assertThat(RecordEncoder.streamRecords(of(
                                record(RecordScope.STATEMENT, "H2/shop", "warning", "anna", early),
                                record(RecordScope.STATEMENT, "H2/crm", "warning", "anna", early),
                                record(RecordScope.GLOBAL_OTHERS, "", "warning", "", early)))
                        .ruRecords()
                        .get(2)
                        .getKeyspaceName()
                        .isEmpty())
                .as("others of two keyspaces are of neither")
                .isTrue();
    }

    @Test
    void streamRecords_withoutKnownRequestUnits_areLeftOutAndCounted() {
        StreamRecords records = RecordEncoder.streamRecords(of(
                Reports.record(RecordScope.STATEMENT, "all", Reports.digest(1), item(Reports.START, 0, 3, 1, 2)),
                Reports.record(
                        RecordScope.STATEMENT,
                        "some",
                        Reports.digest(2),
                        item(Reports.START, 0, 2, 2, 0),
                        item(Reports.START + 15, 0, 2, 1, 0),
                        item(Reports.START + 30, 5, 1, 1, 0)),
                Reports.record(RecordScope.STATEMENT, "zero", Reports.digest(3), item(Reports.START, 0, 4, 0, 0))));
        assertThat(records.ruRecords()).extracting(TopRURecord::getUser).containsExactly("some", "zero");
        assertThat(records.ruRecords().get(0).getItemsList())
                .extracting(TopRURecordItem::getTimestampSec)
                .containsExactly(Reports.START + 15, Reports.START + 30);
        assertThat(records.leftOut()).isEqualTo(new DropCount(2, 1, null, null, 5, 500));
    }
}
