package dev.tollbooth.internal.ru.postgres;

import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL's {@code auto_explain} says of one executed query, with {@code log_format=json}.
 *
 * @param queryText the query as the server got it: parameters are {@code $1}, {@code $2}; of several in one string, its own
 * @param millis execution time on the server, milliseconds
 * @param blocks blocks that it touched, below 0 where buffers are not counted
 * @param walBytes bytes of write-ahead log
 * @param writes whether it modifies a table
 * @param plan its operators, one a line, indented by depth
 */
record PlanNotice(String queryText, double millis, double blocks, double walBytes, boolean writes, String plan) {

    private static final String BEFORE_TIME = "duration: ";
    private static final String BEFORE_PLAN = " ms  plan:\n{";

    /** Returns whether a notice of this text is one of auto_explain, in JSON. */
    static boolean isIn(@Nullable String text) {
        return text != null && text.startsWith(BEFORE_TIME) && planAt(text) > 0;
    }

    private static int planAt(String text) {
        int at = BEFORE_TIME.length();
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        return text.startsWith(BEFORE_PLAN, at) ? at : -1;
    }

    /**
     * Reads a notice.
     *
     * @param text of which {@link #isIn} is true
     * @throws IllegalArgumentException if it is not JSON
     */
    static PlanNotice read(String text) {
        int head = planAt(text);
        double millis = Double.parseDouble(text.substring(BEFORE_TIME.length(), head));
        Reader reader = new Reader(new JsonScanner(text, head + BEFORE_PLAN.length() - 1));
        reader.top();
        return new PlanNotice(
                reader.query, millis, reader.blocks, reader.walBytes, reader.writes, reader.plan.toString());
    }

    private static final class Reader {
        final JsonScanner json;
        final StringBuilder plan = new StringBuilder();
        String query = "";
        double blocks = -1;
        double walBytes;
        boolean writes;

        Reader(JsonScanner json) {
            this.json = json;
        }

        void top() {
            json.enter('{');
            while (json.more('}')) {
                String key = json.key();
                if (key.equals("Query Text")) {
                    query = json.string();
                } else if (key.equals("Plan")) {
                    PlanNode all = node(0);
                    blocks = all.blocks;
                    walBytes = all.walBytes;
                } else {
                    json.skip();
                }
            }
        }

        private PlanNode node(int depth) {
            PlanNode node = new PlanNode();
            int start = plan.length();
            json.enter('{');
            while (json.more('}')) {
                String key = json.key();
                if (key.equals("Plans")) {
                    json.enter('[');
                    while (json.more(']')) {
                        node(depth + 1);
                    }
                } else {
                    node.take(key, json);
                }
            }
            writes |= node.isWrite();
            plan.insert(start, node.line(depth));
            return node;
        }
    }
}
