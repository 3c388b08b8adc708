package dev.tollbooth.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogTest {

    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<LogRecord> said = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            said.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void eachKind_ofTextFromOutside_isOnePrintableLineOfItsLogger() {
        Log.warning("user=" + Unprintable.all());
        Log.info("user=" + Unprintable.all());
        Log.slowStatement("user=" + Unprintable.all());

        assertThat(said)
                .extracting(line -> line.getLevel() + " " + line.getLoggerName())
                .containsExactly("WARNING dev.tollbooth", "INFO dev.tollbooth", "WARNING dev.tollbooth.slow");
        assertThat(said).allSatisfy(line -> {
            assertThat(line.getMessage().lines()).hasSize(1);
            Unprintable.assertNoneIn(line.getMessage());
            assertThat(line.getMessage()).startsWith("user=u\\u000aWARNING: forged\\u000d");
        });
    }

    /** Tests that the source is the logger, because the JDK's own log writes a source beside the message. */
    @Test
    void line_ofTheJdksLog_hasNoSourceOfOurs() {
        Log.warning("off");
        assertThat(said)
                .singleElement()
                .satisfies(line -> assertThat(line.getSourceClassName()).isNull());
    }
}
