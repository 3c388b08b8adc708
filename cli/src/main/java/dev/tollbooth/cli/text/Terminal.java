package dev.tollbooth.cli.text;

import java.io.Console;
import java.util.Map;

/**
 * The terminal of the output.
 *
 * @param interactive whether text can be drawn again in the same place
 * @param colour whether bold and dim text can be shown
 * @param columns its width in characters, 40 to 200
 */
public record Terminal(boolean interactive, boolean colour, int columns) {

    private static final int NARROWEST = 40;
    private static final int USUAL = 110;
    private static final int WIDEST = 200;

    /**
     * Returns the terminal of this process, as the JVM's console and the variables COLUMNS, NO_COLOR and TERM describe
     * it.
     */
    public static Terminal of(Map<String, String> environment) {
        boolean interactive = isTerminal() && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                interactive,
                interactive && !environment.containsKey("NO_COLOR"),
                columns(environment.getOrDefault("COLUMNS", "")));
    }

    private static int columns(String text) {
        if (!text.matches("\\d{1,6}")) {
            return USUAL;
        }
        return Math.max(NARROWEST, Math.min(WIDEST, Integer.parseInt(text)));
    }

    @SuppressWarnings("SystemConsoleNull") // null is possible up to JDK 21; later JDKs answer isTerminal
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // from JDK 22 on, System.console() returns a console even without a terminal
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    public String bold(String text) {
        return colour ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    public String dim(String text) {
        return colour ? "\u001b[2m" + text + "\u001b[0m" : text;
    }
}
