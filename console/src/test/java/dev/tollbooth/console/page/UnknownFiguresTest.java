package dev.tollbooth.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Tests that figures which no report has are null in the page's model. */
final class UnknownFiguresTest {

    private static final long START = 1_763_719_200;

    private static StatementRecord.Builder executed(int digest) {
        return StatementRecord.newBuilder()
                .setDigest(ByteString.copyFrom(new byte[] {(byte) digest}))
                .setExecCount(4)
                .setSumLatencyNs(8_000_000)
                .addBucketIndex(120)
                .addBucketCount(4);
    }

    private static String model(StatementRecord.Builder record) throws IOException {
        Report report = Report.newBuilder()
                .setBootId("boot")
                .setSequence(1)
                .setWindowStartSec(START)
                .setWindowEndSec(START + 60)
                .addStatementRecords(record)
                .build();
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            ModelJson.write(json, PageModels.of(reports -> reports.accept(report), TimeSpan.ALL), "", START);
        }
        return text.toString();
    }

    @Test
    void rowsChanged_thatTheDriverDoesNotSay_areNullInSumsAndSeries() throws IOException {
        assertThat(model(executed(1).setRowsUnknown(4)))
                .contains("\"rowsChanged\":null,\"rowsUnknown\":4", "\"rowsChanged\":[null],\"rowsUnknown\":[4]")
                .contains("\"allocatedBytes\":null");
    }

    @Test
    void rowsChanged_thatTheDriverSaysInPart_areTheSumOfThose() throws IOException {
        assertThat(model(executed(1).setRowsAffected(7).setRowsUnknown(1).setSumClientBytes(9)))
                .contains("\"rowsChanged\":7,\"rowsUnknown\":1", "\"rowsChanged\":[7],\"rowsUnknown\":[1]")
                .contains("\"allocatedBytes\":9");
    }

    @Test
    void rowsChanged_ofNone_areZero() throws IOException {
        assertThat(model(executed(1).setRowsAffected(0))).contains("\"rowsChanged\":0,\"rowsUnknown\":0");
    }
}
