package dev.tollbooth.integration.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.proto.v1.Report;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a process that ends before its report files are opened: its executions are still in the files. */
final class LastReportsIT {

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void process_thatEndsAtOnce_reportsAllThatItExecuted(String end, @TempDir Path directory) throws Exception {
        ForkedJvm.run(
                List.of(
                        ForkedJvm.placeOf(LastReportsIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(Driver.class)),
                EndingApplication.class,
                directory.toString(),
                end);
        assertAllReported(directory);
    }

    /** An agent that is not there, one that never answers, and one that can't be reached: the process does not wait. */
    @ParameterizedTest
    @ValueSource(strings = {"refused", "silent", "unreachable"})
    void process_whoseAgentIsDown_endsSoonAndWritesAllToFiles(String agent, @TempDir Path directory) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SocketChannel first = SocketChannel.open();
                SocketChannel second = SocketChannel.open();
                SocketChannel third = SocketChannel.open()) {
            if (agent.equals("unreachable")) {
                // nobody accepts: once as many wait as may, the system drops what comes
                for (SocketChannel waiting : List.of(first, second, third)) {
                    waiting.configureBlocking(false);
                    waiting.connect(listening.getLocalSocketAddress());
                }
            }
            int port = agent.equals("refused") ? 1 : listening.getLocalPort();
            List<Path> classPath = new ArrayList<>(List.of(
                    ForkedJvm.placeOf(LastReportsIT.class),
                    ForkedJvm.placeOf(TollboothDriver.class),
                    ForkedJvm.placeOf(Driver.class)));
            for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                if (place.contains("grpc") || place.contains("perfmark") || place.contains("guava")) {
                    classPath.add(Path.of(place));
                }
            }
            String printed = ForkedJvm.run(
                    classPath, EndingApplication.class, directory.toString(), "exit", "127.0.0.1:" + port);
            long endedAtMillis = System.currentTimeMillis();
            long endingAtMillis = Long.parseLong(printed.lines()
                    .filter(line -> line.startsWith("ending="))
                    .findFirst()
                    .orElseThrow()
                    .substring("ending=".length()));
            assertThat(printed).doesNotContain("no reports over gRPC");
            // a second for the network, the rest for a machine that is busy; to wait as for files takes 10 s
            assertThat(endedAtMillis - endingAtMillis).isLessThan(4_000);
        }
        assertAllReported(directory);
    }

    private static void assertAllReported(Path directory) throws IOException {
        List<Report> reports = new ArrayList<>();
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            assertThat(ReportFileReader.read(file, reports::add).problem()).isEmpty();
        }
        assertThat(reports.stream()
                        .flatMap(report -> report.getStatementRecordsList().stream())
                        .mapToLong(record -> record.getExecCount())
                        .sum())
                .isEqualTo(EndingApplication.EXECUTIONS);
        assertThat(reports.stream()
                        .flatMap(report -> report.getTopRuRecordsList().stream())
                        .flatMap(record -> record.getItemsList().stream())
                        .mapToLong(item -> item.getExecCount())
                        .sum())
                .isEqualTo(EndingApplication.EXECUTIONS);
    }
}
