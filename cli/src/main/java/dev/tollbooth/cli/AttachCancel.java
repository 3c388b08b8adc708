package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import java.util.concurrent.Callable;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tollbooth attach PID cancel ID}: cancels one execution. */
@Command(
        name = "cancel",
        description = "Cancels one running execution, never one after it, by the driver's own cancel.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit codes: 0 the cancel was sent, 1 it has ended or there is no such id, 2 bad usage."})
final class AttachCancel implements Callable<Integer> {

    private final AttachCommand attach;

    @Parameters(paramLabel = "ID", description = "The id of a running statement, as top shows it.")
    private String id = "";

    AttachCancel(AttachCommand attach) {
        this.attach = attach;
    }

    @Override
    public Integer call() throws Exception {
        try (RunningJvm jvm = attach.open()) {
            for (ObjectName bean : attach.beans(jvm, "ActiveStatements")) {
                if (Boolean.TRUE.equals(jvm.call(bean, "cancel", id))) {
                    attach.streams().out().println("cancel sent: id=" + id);
                    return 0;
                }
            }
        }
        throw new IllegalStateException("nothing to cancel: id=" + id + "; it has ended, see tollbooth attach "
                + attach.place() + " top for running statements");
    }
}
