package dev.tollbooth.console.page;

/**
 * Leaves out the blanks of a script that separate nothing. Lines stay, and so do texts, templates and regular expressions as they are
 * written; code within a template is code again.
 *
 * <p>Not thread-safe.
 */
final class ScriptBlanks {

    private static final String JOINED = "=,;:?&|<>()[]{}!*%";
    private static final String BEFORE_A_PATTERN = "=,;:?&|(![{}>\n";

    private final String script;
    private final StringBuilder bare;
    private int at;

    private ScriptBlanks(String script) {
        this.script = script;
        this.bare = new StringBuilder(script.length());
    }

    static String removed(String script) {
        ScriptBlanks blanks = new ScriptBlanks(script);
        blanks.code(false);
        return blanks.bare.toString();
    }

    /** Copies code: all of it, or up to the brace that ends that of a template. */
    private void code(boolean ofTemplate) {
        int depth = 0;
        while (at < script.length()) {
            char c = script.charAt(at);
            if (c == '\'' || c == '"') {
                literal(c);
            } else if (c == '`') {
                template();
            } else if (c == '/' && BEFORE_A_PATTERN.indexOf(last()) >= 0) {
                pattern();
            } else if (c == ' ') {
                blank();
            } else {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                copy();
                if (ofTemplate && depth < 0) {
                    return;
                }
            }
        }
    }

    private void copy() {
        bare.append(script.charAt(at++));
    }

    private char last() {
        return bare.isEmpty() ? '\n' : bare.charAt(bare.length() - 1);
    }

    private void blank() {
        while (at < script.length() && script.charAt(at) == ' ') {
            at++;
        }
        char next = at < script.length() ? script.charAt(at) : '\n';
        if (JOINED.indexOf(last()) < 0 && JOINED.indexOf(next) < 0) {
            bare.append(' ');
        }
    }

    private void literal(char quote) {
        copy();
        while (script.charAt(at) != quote) {
            if (script.charAt(at) == '\\') {
                copy();
            }
            copy();
        }
        copy();
    }

    private void template() {
        copy();
        while (script.charAt(at) != '`') {
            if (script.charAt(at) == '\\') {
                copy();
                copy();
            } else if (script.startsWith("${", at)) {
                copy();
                copy();
                code(true);
            } else {
                copy();
            }
        }
        copy();
    }

    private void pattern() {
        boolean inClass = false;
        copy();
        while (script.charAt(at) != '/' || inClass) {
            if (script.charAt(at) == '\\') {
                copy();
            } else if (script.charAt(at) == '[') {
                inClass = true;
            } else if (script.charAt(at) == ']') {
                inClass = false;
            }
            copy();
        }
        copy();
    }
}
