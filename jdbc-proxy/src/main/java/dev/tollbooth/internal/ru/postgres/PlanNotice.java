package dev.tollbooth.internal.ru.postgres;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The notice of PostgreSQL's {@code auto_explain} about one executed query, with {@code log_format=json}.
 *
 * @param queryText the query as the server got it: parameters are {@code $1}, {@code $2}; for several queries in one
 *     string, the query itself
 * @param millis execution time on the server in milliseconds
 * @param blocks the blocks that it touched, below 0 if buffers are not counted
 * @param walBytes bytes of write-ahead log
 * @param writes whether it modifies a table
 * @param plan its operators, one per line, indented by depth
 */
record PlanNotice(String queryText, double millis, double blocks, double walBytes, boolean writes, String plan) {

    /** The parser's factory without pooled buffers, because threads of the application outlive this class loader. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .build();

    private static final String BEFORE_TIME = "duration: ";
    private static final String BEFORE_PLAN = " ms  plan:\n{";

    /** Returns whether this text is a notice of auto_explain in JSON. */
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
     * Returns the notice in a text.
     *
     * @param text a text for which {@link #isIn} is true
     * @throws IllegalArgumentException if it is not JSON
     */
    static PlanNotice read(String text) {
        int head = planAt(text);
        double millis = Double.parseDouble(text.substring(BEFORE_TIME.length(), head));
        int from = head + BEFORE_PLAN.length() - 1;
        try (JsonParser json = JSON.createParser(text.toCharArray(), from, text.length() - from)) {
            Reader reader = new Reader(json);
            reader.top();
            return new PlanNotice(
                    reader.query, millis, reader.blocks, reader.walBytes, reader.writes, reader.plan.toString());
        } catch (IOException e) {
            // only the position, because the parser's message may quote literals
            long at = e instanceof JsonProcessingException bad && bad.getLocation() != null
                    ? from + bad.getLocation().getCharOffset()
                    : from;
            throw new IllegalArgumentException("not JSON: at=" + at + ", length=" + text.length());
        }
    }

    private static final class Reader {
        final JsonParser json;
        final StringBuilder plan = new StringBuilder();
        String query = "";
        double blocks = -1;
        double walBytes;
        boolean writes;

        Reader(JsonParser json) {
            this.json = json;
        }

        void top() throws IOException {
            json.nextToken();
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                json.nextToken();
                if (key.equals("Query Text")) {
                    query = PlanNode.string(json);
                } else if (key.equals("Plan")) {
                    PlanNode all = node(0);
                    blocks = all.blocks;
                    walBytes = all.walBytes;
                } else {
                    json.skipChildren();
                }
            }
        }

        private PlanNode node(int depth) throws IOException {
            require(JsonToken.START_OBJECT);
            PlanNode node = new PlanNode();
            int start = plan.length();
            for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
                json.nextToken();
                if (key.equals("Plans")) {
                    require(JsonToken.START_ARRAY);
                    while (json.nextToken() != JsonToken.END_ARRAY) {
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

        private void require(JsonToken token) throws JsonParseException {
            if (!json.hasToken(token)) {
                throw new JsonParseException(json, "no " + token);
            }
        }
    }
}
