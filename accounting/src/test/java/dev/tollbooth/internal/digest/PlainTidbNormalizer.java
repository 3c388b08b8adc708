package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.digest.PlainTidbScanner.Plain;
import dev.tollbooth.internal.lexer.KeywordsTest;
import dev.tollbooth.internal.lexer.TidbWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A second, simple implementation of the reduction of the MySQL family, as a model for tests: a list of tokens, and the
 * rules of the specification one by one.
 */
final class PlainTidbNormalizer {

    private static final String MASK = "mask";
    private static final String LIST = "list";
    private static final Set<String> KEYWORDS = lower(TidbWords.KEYWORDS);
    private static final Set<String> FUNCTIONS = lower(TidbWords.FUNCTIONS);
    private static final Set<String> INTRODUCERS =
            Set.of("_utf8", "_utf8mb3", "_utf8mb4", "_ascii", "_latin1", "_binary", "_gbk", "_gb18030");
    private static final Set<String> BEFORE_A_SIGN =
            Set.of("(", ",", "+", "-", ">=", "is", "<=", "=", "<", ">", "select");
    private static final Set<String> LITERALS = Set.of(
            PlainTidbScanner.INTEGER,
            PlainTidbScanner.NUMBER,
            PlainTidbScanner.BITS,
            PlainTidbScanner.STRING,
            PlainTidbScanner.PARAMETER,
            PlainTidbScanner.NULL);

    private final String sql;
    private final PlainTidbScanner scanner;
    private final List<Plain> stack = new ArrayList<>();
    /** The positions of the semicolons. */
    private final List<Integer> ends = new ArrayList<>();

    private PlainTidbNormalizer(String sql) {
        this.sql = sql;
        this.scanner = new PlainTidbScanner(sql);
    }

    private static Set<String> lower(String upperCaseWords) {
        Set<String> words = new HashSet<>();
        KeywordsTest.words(upperCaseWords).forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        return words;
    }

    static String normalize(String sql) {
        StringBuilder whole = new StringBuilder(sql);
        for (int i = 0; i < whole.length(); i++) {
            boolean high = Character.isHighSurrogate(whole.charAt(i));
            if (high && i + 1 < whole.length() && Character.isLowSurrogate(whole.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(whole.charAt(i))) {
                whole.setCharAt(i, '\uFFFD');
            }
        }
        return new PlainTidbNormalizer(whole.toString()).run();
    }

    private String run() {
        int end = sql.length();
        while (end > 0 && " \t\n\u000b\f\r".indexOf(sql.charAt(end - 1)) >= 0) {
            end--;
        }
        int last = end > 0 && sql.charAt(end - 1) == ';' ? end - 1 : -1;
        for (Plain token = scanner.next(); isToken(token) && token.start() != last; token = scanner.next()) {
            if (token.text().equals(";") && token.kind().equals(PlainTidbScanner.SYMBOL)) {
                dropRun();
                ends.add(stack.size());
            }
            accept(token);
        }
        dropRun();
        StringJoiner text = new StringJoiner(" ");
        stack.forEach(token -> text.add(written(token)));
        return text.toString();
    }

    /** Drops the last statements if they repeat the two before them, which is no rule of TiDB. */
    private void dropRun() {
        int size = stack.size();
        if (size == 0 || (!ends.isEmpty() && size == ends.get(ends.size() - 1) + 1)) {
            return;
        }
        for (int count = 1; count <= 8 && 3 * count - 1 <= ends.size(); count++) {
            int third = ends.get(ends.size() - count);
            int second = ends.get(ends.size() - 2 * count);
            int first = 3 * count > ends.size() ? 0 : ends.get(ends.size() - 3 * count) + 1;
            List<String> last = texts(third + 1, size);
            if (first < second
                    && texts(first, second).equals(last)
                    && texts(second + 1, third).equals(last)) {
                stack.subList(third, size).clear();
                ends.subList(ends.size() - count, ends.size()).clear();
                return;
            }
        }
    }

    private List<String> texts(int from, int to) {
        return stack.subList(from, to).stream()
                .map(PlainTidbNormalizer::written)
                .toList();
    }

    private static String written(Plain token) {
        return switch (token.kind()) {
            case PlainTidbScanner.VARIABLE -> "@" + token.text();
            case PlainTidbScanner.CHARSET -> "(_charset)";
            case PlainTidbScanner.WORD, PlainTidbScanner.QUOTED -> "`" + token.text() + "`";
            default -> token.text();
        };
    }

    private static boolean isToken(Plain token) {
        return !token.kind().equals(PlainTidbScanner.END) && !token.kind().equals(PlainTidbScanner.INVALID);
    }

    private void accept(Plain token) {
        if (token.text().equals("index") && Set.of("use", "force", "ignore").contains(text(0)) && skipsHint()) {
            pop(1);
            return;
        }
        String text = token.text().equals("straight_join") ? "join" : token.text();
        String kind = token.kind();
        boolean word = kind.equals(PlainTidbScanner.WORD);
        if (text.equals("*")) {
            push(text(0).equals("(") ? MASK : kind, text(0).equals("(") ? "?" : "*");
        } else if (LITERALS.contains(kind) || (word && text.equals("null"))) {
            reduce(kind, text);
        } else if (word && INTRODUCERS.contains(text)) {
            push(PlainTidbScanner.CHARSET, text);
        } else if (word && isBare(text, token.start())) {
            push("bare", text);
        } else {
            push(kind, text);
        }
    }

    private boolean skipsHint() {
        while (true) {
            Plain token = scanner.next();
            if (!isToken(token)) {
                return false;
            } else if (token.text().equals(")")) {
                return true;
            }
        }
    }

    private boolean isBare(String text, int start) {
        int before = start - 1;
        while (before >= 0 && sql.charAt(before) == ' ') {
            before--;
        }
        char next = scanner.at(scanner.pos());
        if (next == '.' || (before >= 0 && sql.charAt(before) == '.')) {
            return false;
        }
        return KEYWORDS.contains(text) || (next == '(' && FUNCTIONS.contains(text));
    }

    private void reduce(String kind, String text) {
        boolean number = kind.equals(PlainTidbScanner.INTEGER) || kind.equals(PlainTidbScanner.NUMBER);
        boolean signed = text(0).equals("-") || text(0).equals("+");
        if (number && signed && (stack.size() == 1 || BEFORE_A_SIGN.contains(text(1)))) {
            pop(1);
        }
        if (isMasked(1) && text(0).equals(",")) {
            pop(2);
            push(LIST, "...");
        } else if (kind(0).equals(PlainTidbScanner.CHARSET) && text(1).equals(",") && isMasked(2)) {
            pop(kind(3).equals(PlainTidbScanner.CHARSET) ? 4 : 3);
            push(LIST, "...");
        } else if (isMasked(3) && text(2).equals(")") && text(1).equals(",") && text(0).equals("(")) {
            pop(4);
            push(LIST, "...");
        } else if (kind.equals(PlainTidbScanner.INTEGER) && isPosition()) {
            push(kind, text);
        } else {
            push(MASK, "?");
        }
    }

    private boolean isPosition() {
        int depth = 0;
        while (text(depth).equals(",")) {
            depth += 2;
        }
        depth += text(depth).equals("(") ? 1 : 0;
        return text(depth).equals("by") && Set.of("order", "group").contains(text(depth + 1));
    }

    private boolean isMasked(int depth) {
        return kind(depth).equals(MASK) || kind(depth).equals(LIST);
    }

    private String text(int depth) {
        return depth < stack.size() ? stack.get(stack.size() - 1 - depth).text() : "";
    }

    private String kind(int depth) {
        return depth < stack.size() ? stack.get(stack.size() - 1 - depth).kind() : "";
    }

    private void pop(int count) {
        stack.subList(stack.size() - count, stack.size()).clear();
    }

    private void push(String kind, String text) {
        stack.add(new Plain(kind, text, 0));
    }
}
