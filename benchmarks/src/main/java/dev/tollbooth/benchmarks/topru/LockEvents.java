package dev.tollbooth.benchmarks.topru;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording by Flight Recorder that shows whether the application's threads waited for a lock in Tollbooth's code.
 */
final class LockEvents implements AutoCloseable {

    private static final List<String> WAITS = List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark");

    private final Recording recording = new Recording();

    LockEvents() {
        for (String event : WAITS) {
            recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
        }
        recording.start();
    }

    /** Returns the number of waits of threads whose names begin with {@code threads} in Tollbooth's code. */
    long count(String threads) throws IOException {
        recording.stop();
        Path file = Files.createTempFile("tollbooth", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    // events of the program itself are recorded too
                    .filter(event -> WAITS.contains(event.getEventType().getName()))
                    .filter(event -> event.getThread() != null
                            && event.getThread().getJavaName() != null
                            && event.getThread().getJavaName().startsWith(threads))
                    .filter(LockEvents::isOurs)
                    .count();
        } finally {
            Files.delete(file);
        }
    }

    private static boolean isOurs(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return false;
        }
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("dev.tollbooth.") && !type.startsWith("dev.tollbooth.benchmarks.")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        recording.close();
    }
}
