package dev.tollbooth.internal.report;

import com.google.protobuf.ByteString;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * An encoder that converts records of request units to tipb's messages, and their origins to Tollbooth's own messages.
 */
final class RuRecordEncoder {

    private RuRecordEncoder() {}

    static TopRURecord fileRecord(RuRecord record) {
        TopRURecord.Builder message = keyed(record).setUser(record.user());
        for (RuItem item : record.items()) {
            message.addItems(item(item).setUnknownCount(item.unknownCount()).setOffCount(item.offCount()));
        }
        return message.build();
    }

    /**
     * Returns the parts of the record's items by origin; empty if they are not counted by origin. {@code place} is the
     * index of the record in the report.
     */
    static List<RuOriginItem> origins(int place, RuRecord record) {
        List<RuOriginItem> messages = new ArrayList<>();
        for (RuItem item : record.items()) {
            item.origins()
                    .forEach((origin, part) -> messages.add(RuOriginItem.newBuilder()
                            .setRecord(place)
                            .setTimestampSec(item.startEpochSeconds())
                            .setOrigin(origin)
                            .setTotalRu(part.ru())
                            .setExecCount(part.execCount())
                            .setExecDuration(part.execDurationNanos())
                            .setUnknownCount(part.unknownCount())
                            .setOffCount(part.offCount())
                            .build()));
        }
        return messages;
    }

    /** Returns the counts of the items that a stream leaves out, and counts the key if all items are left out. */
    static DropCount unknown(RuRecord record) {
        DropCount unknown = DropCount.NONE;
        boolean all = true;
        for (RuItem item : record.items()) {
            if (item.isUnknown()) {
                unknown = unknown.plus(new DropCount(1, 0, null, null, item.execCount(), item.execDurationNanos()));
            } else {
                all = false;
            }
        }
        return all && unknown.times() > 0 ? unknown.plus(new DropCount(0, 1)) : unknown;
    }

    /**
     * Returns the record's user, or {@code label} for global others. If a user's name is {@code label}, or {@code
     * label} after backslashes, one more backslash is put before it. So no two names become equal.
     */
    static String userOr(String label, RuRecord record) {
        if (record.scope() == RecordScope.GLOBAL_OTHERS) {
            return label;
        }
        String user = record.user();
        int slashes = 0;
        while (slashes < user.length() && user.charAt(slashes) == '\\') {
            slashes++;
        }
        return user.startsWith(label, slashes) && user.length() == slashes + label.length() ? "\\" + user : user;
    }

    /** Returns a message with the record's key, except the user. */
    static TopRURecord.Builder keyed(RuRecord record) {
        return TopRURecord.newBuilder()
                .setKeyspaceName(ByteString.copyFromUtf8(record.keyspace()))
                .setSqlDigest(RecordEncoder.bytes(record.sqlDigest()))
                .setPlanDigest(RecordEncoder.bytes(record.planDigest()))
                .setScope(scope(record.scope()))
                .setRuSource(record.source());
    }

    static TopRURecordItem.Builder item(RuItem item) {
        return TopRURecordItem.newBuilder()
                .setTimestampSec(item.startEpochSeconds())
                .setTotalRu(item.ru())
                .setExecCount(item.execCount())
                .setExecDuration(item.execDurationNanos());
    }

    private static dev.tollbooth.proto.tipb.RecordScope scope(RecordScope scope) {
        return switch (scope) {
            case STATEMENT -> dev.tollbooth.proto.tipb.RecordScope.RECORD_SCOPE_STATEMENT;
            case USER_OTHERS -> dev.tollbooth.proto.tipb.RecordScope.RECORD_SCOPE_USER_OTHERS;
            case GLOBAL_OTHERS -> dev.tollbooth.proto.tipb.RecordScope.RECORD_SCOPE_GLOBAL_OTHERS;
        };
    }
}
