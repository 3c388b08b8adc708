package dev.tollbooth.integration.guide;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of Java, completed to a source file: a page shows a type, methods, or statements, and omits obvious imports.
 *
 * @param name the name of its class
 * @param source the completed source
 */
record JavaSample(String name, String source) {

    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public )?(?:final )?(?:class|interface|record|enum) (\\w+)");
    private static final Pattern IMPORTED = Pattern.compile("(?m)^import (?:static )?[\\w.]+?\\.(\\w+);");
    private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w*\\b");

    private static final String USUAL_IMPORTS = """
            import com.zaxxer.hikari.HikariConfig;
            import dev.tollbooth.jdbc.*;
            import java.io.*;
            import java.lang.management.*;
            import java.sql.*;
            import java.util.*;
            import javax.management.*;
            import javax.management.openmbean.*;
            import javax.sql.*;
            """;

    /** The parts that a page assumes: an application with a data source, a connection, and work to do. */
    private static final String APPLICATION = """
                static DataSource dataSource;
                static Connection connection;
                static Tollbooth tollbooth;
                static String digest = "";

                static void runApplication() throws Exception {}

                static void placeOrder() throws Exception {}

                static String printReceipt() {
                    return "";
                }
            """;

    /**
     * Makes a source file of {@code block}.
     *
     * @param types Tollbooth's public types by simple name
     */
    static JavaSample of(Block block, Map<String, String> types) {
        String text = block.text();
        Matcher type = TYPE.matcher(text);
        if (type.find()) {
            return new JavaSample(type.group(1), imports(text, types) + text);
        }
        String name = "Sample" + block.page().replaceAll("\\W", "") + block.line();
        boolean members = text.startsWith("public ") || text.startsWith("@");
        String body = members ? text : "    static void sample() throws Exception {\n" + text + "    }\n";
        return new JavaSample(name, imports(text, types) + "class " + name + " {\n" + APPLICATION + body + "}\n");
    }

    private static String imports(String text, Map<String, String> types) {
        Set<String> imported = new LinkedHashSet<>();
        IMPORTED.matcher(text).results().forEach(each -> imported.add(each.group(1)));
        StringBuilder imports = new StringBuilder(USUAL_IMPORTS);
        WORD.matcher(text).results().map(word -> word.group()).distinct().forEach(word -> {
            String type = types.get(word);
            if (type != null && imported.add(word)) {
                imports.append("import ").append(type).append(";\n");
            }
        });
        return imports.toString();
    }

    /** Returns whether the sample can be started. */
    boolean isProgram() {
        return source.contains("public static void main(String[]");
    }
}
