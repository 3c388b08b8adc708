package dev.tollbooth.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.tollbooth.proto.tipb.CollectorType;
import dev.tollbooth.proto.tipb.EmptyResponse;
import dev.tollbooth.proto.tipb.ItemInterval;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRUConfig;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.proto.tipb.TopSQLRecordItem;
import dev.tollbooth.proto.tipb.TopSQLSubRequest;
import dev.tollbooth.proto.tipb.TopSQLSubResponse;
import dev.tollbooth.proto.tipb.TopSqlAgentProto;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of each message, computed by hand from the encoding's rules: a tag is number * 8 + wire type. */
final class WireFormatTest {

    private static final ByteString SQL = ByteString.copyFrom(new byte[] {1, 2});
    private static final ByteString PLAN = ByteString.copyFrom(new byte[] {3});
    private static final ByteString KEYSPACE = ByteString.copyFromUtf8("k");

    private static final TopRURecordItem RU_ITEM = TopRURecordItem.newBuilder()
            .setTimestampSec(300)
            .setTotalRu(1.5)
            .setExecCount(2)
            .setExecDuration(128)
            .build();
    private static final TopRURecord RU_RECORD = TopRURecord.newBuilder()
            .setKeyspaceName(KEYSPACE)
            .setUser("bob")
            .setSqlDigest(SQL)
            .setPlanDigest(PLAN)
            .addItems(RU_ITEM)
            .build();
    private static final TopSQLRecord SQL_RECORD = TopSQLRecord.newBuilder()
            .setSqlDigest(SQL)
            .setPlanDigest(PLAN)
            .addItems(TopSQLRecordItem.newBuilder()
                    .setTimestampSec(1)
                    .setCpuTimeMs(2)
                    .setStmtExecCount(3)
                    .putStmtKvExecCount("a", 4)
                    .setStmtDurationSumNs(5)
                    .setStmtDurationCount(6)
                    .setStmtNetworkInBytes(7)
                    .setStmtNetworkOutBytes(8))
            .setKeyspaceName(KEYSPACE)
            .build();
    private static final SQLMeta SQL_META = SQLMeta.newBuilder()
            .setSqlDigest(SQL)
            .setNormalizedSql("s")
            .setIsInternalSql(true)
            .setKeyspaceName(KEYSPACE)
            .build();
    private static final PlanMeta PLAN_META = PlanMeta.newBuilder()
            .setPlanDigest(PLAN)
            .setNormalizedPlan("p")
            .setEncodedNormalizedPlan("e")
            .setKeyspaceName(KEYSPACE)
            .build();
    private static final TopSQLSubRequest REQUEST = TopSQLSubRequest.newBuilder()
            .addCollectors(CollectorType.COLLECTOR_TYPE_TOPSQL)
            .addCollectors(CollectorType.COLLECTOR_TYPE_TOPRU)
            .setTopru(TopRUConfig.newBuilder().setItemIntervalSeconds(ItemInterval.ITEM_INTERVAL_60S))
            .build();

    private static void assertBytes(Message message, String hex) {
        assertThat(HexFormat.of().formatHex(message.toByteArray())).isEqualTo(hex.replace(" ", ""));
    }

    @Test
    void topRuRecord_hasTheBytesComputedByHand() {
        assertBytes(RU_ITEM, "08 ac02  11 000000000000f83f  18 02  20 8001");
        assertBytes(
                RU_RECORD, "0a 01 6b  12 03 626f62  1a 02 0102  22 01 03  2a 11 08ac0211000000000000f83f1802208001");
    }

    @Test
    void ourFieldsOfTopRu_areAtNumbersFrom1001On() {
        assertBytes(
                TopRURecord.newBuilder()
                        .setScope(RecordScope.RECORD_SCOPE_GLOBAL_OTHERS)
                        .setRuSource("x")
                        .build(),
                "c83e 02  d23e 01 78");
        assertBytes(
                TopRURecordItem.newBuilder().setUnknownCount(3).setOffCount(4).build(), "c83e 03  d03e 04");
    }

    @Test
    void topSqlRecord_hasTheBytesComputedByHand() {
        assertBytes(
                SQL_RECORD,
                "0a 02 0102  12 01 03  1a 15 0801 1002 1803 22 05 0a0161 1004 2805 3006 3807 4008  22 01 6b");
    }

    @Test
    void metas_haveTheBytesComputedByHand() {
        assertBytes(SQL_META, "0a 02 0102  12 01 73  18 01  22 01 6b");
        assertBytes(PLAN_META, "0a 01 03  12 01 70  1a 01 65  22 01 6b");
    }

    @Test
    void subscription_hasTheBytesComputedByHand() {
        assertBytes(REQUEST, "0a 02 0102  12 02 083c");
        assertBytes(TopSQLSubResponse.newBuilder().setSqlMeta(SQL_META).build(), "12 0c 0a020102120173180122016b");
        assertBytes(
                TopSQLSubResponse.newBuilder()
                        .setRuRecord(TopRURecord.newBuilder().setUser("u"))
                        .build(),
                "22 03 120175");
        assertBytes(
                TopSQLSubResponse.newBuilder()
                        .setRecord(TopSQLRecord.newBuilder().setSqlDigest(PLAN))
                        .build(),
                "0a 03 0a0103");
        assertBytes(
                TopSQLSubResponse.newBuilder()
                        .setPlanMeta(PlanMeta.newBuilder().setPlanDigest(PLAN))
                        .build(),
                "1a 03 0a0103");
        assertBytes(EmptyResponse.getDefaultInstance(), "");
    }

    @Test
    void report_hasTheBytesComputedByHand() {
        assertBytes(
                Report.newBuilder()
                        .setSchemaVersion(1)
                        .setInstance("i")
                        .setBootId("b")
                        .setSequence(2)
                        .setWindowStartSec(15)
                        .setWindowEndSec(30)
                        .addTopRuRecords(TopRURecord.newBuilder().setUser("u"))
                        .addTopSqlRecords(TopSQLRecord.newBuilder().setSqlDigest(PLAN))
                        .addSqlMetas(SQLMeta.newBuilder().setNormalizedSql("s"))
                        .addPlanMetas(PlanMeta.newBuilder().setNormalizedPlan("p"))
                        .addStatementRecords(StatementRecord.newBuilder().setExecCount(1))
                        .addDropCounters(DropCounter.newBuilder().setReason("r").setTimes(1))
                        .setGlobal(StatementRecord.newBuilder().setErrorCount(1))
                        .setItemSeconds(15)
                        .build(),
                "08 01  12 01 69  1a 01 62  20 02  28 0f  30 1e  3a 03 120175  42 03 0a0103  4a 03 120173"
                        + "52 03 120170  5a 02 1801  62 05 0a0172 1001  6a 02 2001  70 0f");
    }

    @Test
    void statementRecord_hasTheBytesComputedByHand() {
        assertBytes(
                StatementRecord.newBuilder()
                        .setSchemaName("")
                        .setDigest(SQL)
                        .setExecCount(1)
                        .setErrorCount(2)
                        .setRowsAffected(3)
                        .setRowsRead(4)
                        .setSumLatencyNs(5)
                        .setMaxLatencyNs(6)
                        .setSumFetchNs(7)
                        .setTotalRu(0)
                        .setRuSource("x")
                        .addBucketIndex(0)
                        .addBucketIndex(449)
                        .addBucketCount(1)
                        .addBucketCount(2)
                        .setSummary("y")
                        .setWarningCount(8)
                        .setSumClientBytes(9)
                        .setMaxClientBytes(10)
                        .setNormalizedSql("z")
                        .setClientBytesSampled(true)
                        .build(),
                "0a 00  12 02 0102  18 01  20 02  28 03  30 04  38 05  40 06  48 07  51 0000000000000000  5a 01 78"
                        + "62 03 00 c103  6a 02 0102  72 01 79  78 08  8001 09  8801 0a  9201 01 7a  9801 01");
        assertBytes(
                DropCounter.newBuilder()
                        .setReason("r")
                        .setTimes(1)
                        .setKeys(2)
                        .setRu(1)
                        .setExecCount(3)
                        .setExecDurationNs(4)
                        .build(),
                "0a 01 72  10 01  18 02  21 000000000000f03f  28 03  30 04");
    }

    /** A consumer that knows nothing of this project decodes each value and writes the same bytes again. */
    @Test
    void messages_decodedByAPeersDescriptor_giveTheSameValues() throws Exception {
        FileDescriptor peer = TipbDescriptor.build();
        for (Message message : List.of(
                RU_RECORD,
                SQL_RECORD,
                SQL_META,
                PLAN_META,
                REQUEST,
                TopSQLSubResponse.newBuilder().setRuRecord(RU_RECORD).build())) {
            Descriptor type =
                    peer.findMessageTypeByName(message.getDescriptorForType().getName());
            DynamicMessage decoded = DynamicMessage.parseFrom(type, message.toByteArray());
            assertThat(values(decoded)).isEqualTo(values(message)).isNotEmpty();
            assertThat(decoded.getUnknownFields().asMap()).isEmpty();
            assertThat(decoded.toByteString()).isEqualTo(message.toByteString());
        }
    }

    @Test
    void descriptors_ofTheTable_areOurs() throws Exception {
        for (Descriptor theirs : TipbDescriptor.build().getMessageTypes()) {
            Descriptor ours = TopSqlAgentProto.getDescriptor().findMessageTypeByName(theirs.getName());
            for (FieldDescriptor field : theirs.getFields()) {
                FieldDescriptor same = ours.findFieldByNumber(field.getNumber());
                assertThat(same.getName()).isEqualTo(field.getName());
                assertThat(same.getType()).isEqualTo(field.getType());
                assertThat(same.isRepeated()).isEqualTo(field.isRepeated());
                assertThat(same.isPacked()).isEqualTo(field.isPacked());
            }
            assertThat(ours.getFields())
                    .filteredOn(field -> theirs.findFieldByNumber(field.getNumber()) == null)
                    .allMatch(field -> field.getNumber() >= 1_001);
        }
        assertThat(TopSqlAgentProto.getDescriptor()
                        .findServiceByName("TopSQLAgent")
                        .getMethods())
                .extracting(method -> method.getName())
                .containsExactly("ReportTopSQLRecords", "ReportSQLMeta", "ReportPlanMeta", "ReportTopRURecords");
    }

    @Test
    void ourFields_passThroughAPeerThatDoesNotKnowThem() throws Exception {
        TopRURecord ours = RU_RECORD.toBuilder()
                .setRuSource("estimate")
                .setScope(RecordScope.RECORD_SCOPE_USER_OTHERS)
                .build();
        Descriptor type = TipbDescriptor.build().findMessageTypeByName("TopRURecord");
        DynamicMessage passed = DynamicMessage.parseFrom(type, ours.toByteArray());
        assertThat(passed.getUnknownFields().asMap().keySet()).containsExactlyInAnyOrder(1001, 1002);
        assertThat(TopRURecord.parseFrom(passed.toByteArray())).isEqualTo(ours);
    }

    @Test
    void fieldsOfALaterVersion_survive() throws Exception {
        UnknownFieldSet later = UnknownFieldSet.newBuilder()
                .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                .build();
        Report written = Report.newBuilder()
                .setSchemaVersion(2)
                .addStatementRecords(
                        StatementRecord.newBuilder().setExecCount(1).setUnknownFields(later))
                .setUnknownFields(later)
                .build();
        Report read = Report.parseFrom(written.toByteArray());
        assertThat(read.toByteString()).isEqualTo(written.toByteString());
        assertThat(read.getStatementRecords(0).getUnknownFields()).isEqualTo(later);
    }

    private static String values(Message message) {
        StringBuilder text = new StringBuilder();
        message.getAllFields().forEach((field, value) -> {
            text.append(field.getNumber()).append('=');
            for (Object each : value instanceof List<?> list ? list : List.of(value)) {
                text.append(
                        each instanceof Message inner
                                ? "{" + values(inner) + "}"
                                : each instanceof EnumValueDescriptor constant
                                        ? constant.getNumber()
                                        : each instanceof ByteString bytes
                                                ? HexFormat.of().formatHex(bytes.toByteArray())
                                                : each);
                text.append(' ');
            }
        });
        return text.toString();
    }
}
