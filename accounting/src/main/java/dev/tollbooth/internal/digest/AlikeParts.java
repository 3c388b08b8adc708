package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.WordClass;
import java.util.Arrays;

/**
 * The parts of lists and chains on the token stack: elements between commas, conditions between OR or AND, queries
 * between UNION, branches of CASE, targets of INSERT ALL. This class drops a part that holds a literal and equals the
 * part right before it. So a statement has one digest, however many such parts a program writes.
 *
 * <p>Conditions and queries are compared together with the operator before them. So two equal conditions or queries
 * stay, and OR and AND make two digests. In an IN list and in rows of VALUES, each different element stays once, with
 * or without a literal.
 *
 * <p>Each token is compared at most once per level, and levels beyond {@value #DEEPEST} are ignored, so the work is
 * linear and the memory bounded. Not thread-safe. An instance is reused.
 */
final class AlikeParts {

    // The ranks of parts, the loosest first: the end of a part ends all parts that bind tighter.
    private static final int QUERY = 0;
    private static final int BRANCH = 1;
    private static final int ELEMENT = 2;
    private static final int OR = 3;
    private static final int AND = 4;
    private static final int RANKS = 5;

    private static final int DEEPEST = 64;
    /** The most different elements of a list that are remembered. */
    private static final int ELEMENTS = 8;

    private static final byte NO_LIST = 0;
    private static final byte IN = 1;
    private static final byte VALUES = 2;
    private static final int NONE = -1;

    private final TokenStack stack;

    // For each level and rank: the begin of the open part with its operator, and the range of the part before it.
    private final int[] starts = new int[DEEPEST * RANKS];
    private final int[] previousStarts = new int[DEEPEST * RANKS];
    private final int[] previousEnds = new int[DEEPEST * RANKS];
    /** Whether a level is a CASE, which END closes. */
    private final boolean[] cases = new boolean[DEEPEST];
    /** Whether the next AND of a level belongs to a BETWEEN. */
    private final boolean[] betweens = new boolean[DEEPEST];

    /** Whether a level is in the columns of a query, which are no list of data. */
    private final boolean[] columns = new boolean[DEEPEST];

    /** The kind of a level's list. */
    private final byte[] lists = new byte[DEEPEST];

    // For each level: the different elements of its list, and their number.
    private final int[] elementStarts = new int[DEEPEST * ELEMENTS];
    private final int[] elementEnds = new int[DEEPEST * ELEMENTS];
    private final int[] elementCounts = new int[DEEPEST];

    private int depth;
    /** The number of levels beyond the deepest one that is examined. */
    private long beyond;

    AlikeParts(TokenStack stack) {
        this.stack = stack;
    }

    /** Begins a statement at the end of the stack. */
    void begin() {
        depth = 0;
        beyond = 0;
        enter(false);
    }

    private void enter(boolean isCase) {
        cases[depth] = isCase;
        betweens[depth] = false;
        columns[depth] = false;
        beginList(NO_LIST);
        begin(QUERY, stack.size());
    }

    private void beginList(byte kind) {
        lists[depth] = kind;
        elementCounts[depth] = 0;
    }

    /** Begins the parts of a rank and of all tighter ones at an index, with no part before them. */
    private void begin(int rank, int index) {
        int from = depth * RANKS + rank;
        int to = (depth + 1) * RANKS;
        Arrays.fill(starts, from, to, index);
        Arrays.fill(previousStarts, from, to, NONE);
        if (rank <= BRANCH) {
            starts[depth * RANKS + BRANCH] = NONE; // includes the word that begins the part
        }
    }

    /**
     * Adjusts indexes after {@code tokens} tokens left the bottom of the stack. A part that lost a token equals no
     * other.
     */
    void settled(int tokens) {
        int used = (depth + 1) * RANKS;
        for (int i = 0; i < used; i++) {
            starts[i] = starts[i] > tokens ? starts[i] - tokens : NONE;
            previousStarts[i] = previousStarts[i] > tokens ? previousStarts[i] - tokens : NONE;
            previousEnds[i] -= tokens;
        }
        for (int level = 0; level <= depth; level++) {
            for (int i = level * ELEMENTS; i < level * ELEMENTS + elementCounts[level]; i++) {
                elementStarts[i] = elementStarts[i] > tokens ? elementStarts[i] - tokens : NONE;
                elementEnds[i] -= tokens;
            }
        }
    }

    /** Handles the merge of a literal with the list of literals before the last comma. */
    void merged() {
        int i = depth * RANKS + ELEMENT;
        if (beyond == 0 && starts[i] >= stack.size()) {
            begin(ELEMENT, previousStarts[i]);
        }
    }

    /** Returns whether the last token alone is an element of an IN list. */
    boolean endsWithLoneElement() {
        return beyond == 0 && lists[depth] == IN && starts[depth * RANKS + ELEMENT] == stack.size() - 1;
    }

    /** Ends the parts that an operator ends, before the operator is pushed. */
    void beforeOperator(int operatorClass) {
        switch (operatorClass) {
            case WordClass.COMMA -> part(ELEMENT);
            case WordClass.CLOSE, WordClass.CLOSE_BRACKET, WordClass.SEMICOLON -> endFrom(QUERY);
            default -> {}
        }
    }

    /** Begins the part that an operator begins, after the operator was pushed. */
    void afterOperator(int operatorClass) {
        switch (operatorClass) {
            case WordClass.COMMA -> follow(ELEMENT);
            case WordClass.OPEN, WordClass.OPEN_BRACKET -> {
                open(false);
                if (beyond == 0 && stack.isWord(1, "in")) {
                    beginList(IN);
                }
            }
            case WordClass.CLOSE, WordClass.CLOSE_BRACKET -> close();
            default -> {}
        }
    }

    private void open(boolean isCase) {
        if (depth == DEEPEST - 1) {
            beyond++;
        } else {
            depth++;
            enter(isCase);
        }
    }

    private void close() {
        if (beyond > 0) {
            beyond--;
            return;
        }
        while (depth > 0 && cases[depth]) {
            depth--;
        }
        depth = Math.max(0, depth - 1);
    }

    private void closeCase() {
        if (beyond > 0) {
            beyond--;
        } else if (cases[depth]) {
            depth--;
        }
    }

    /** Ends the parts that a word ends, before the word is pushed. */
    void beforeWord(int role) {
        switch (role) {
            case Keywords.AND -> {
                if (!betweens[depth]) {
                    part(AND);
                }
            }
            case Keywords.OR -> part(OR);
            case Keywords.UNION -> part(QUERY);
            case Keywords.WHEN, Keywords.INTO -> branch();
            case Keywords.SELECT, Keywords.ELSE -> endFrom(BRANCH);
            case Keywords.END, Keywords.ORDER -> endFrom(QUERY);
            case Keywords.CLAUSE -> endFrom(ELEMENT);
            default -> {}
        }
    }

    /** Begins the part that a word begins, after the word was pushed. */
    void afterWord(int role) {
        switch (role) {
            case Keywords.AND -> {
                if (!betweens[depth]) {
                    follow(AND);
                }
                betweens[depth] &= beyond > 0;
            }
            case Keywords.OR -> follow(OR);
            case Keywords.UNION -> follow(QUERY);
            case Keywords.ALL -> {
                if (starts[depth * RANKS + QUERY] == stack.size() - 2 && previousStarts[depth * RANKS + QUERY] >= 0) {
                    begin(BRANCH, stack.size());
                }
            }
            case Keywords.BETWEEN -> betweens[depth] |= beyond == 0;
            case Keywords.CASE -> open(true);
            case Keywords.END -> closeCase();
            case Keywords.SELECT -> query();
            case Keywords.CLAUSE, Keywords.ELSE, Keywords.WHEN, Keywords.INTO, Keywords.ORDER -> {
                restart(ELEMENT);
                if (beyond == 0 && role == Keywords.CLAUSE && stack.isWord(0, "values")) {
                    beginList(VALUES);
                }
            }
            default -> {}
        }
    }

    /** Begins a query at its SELECT, or at the UNION that joins it to the query before. */
    private void query() {
        if (beyond == 0) {
            if (previousStarts[depth * RANKS + QUERY] < 0) {
                starts[depth * RANKS + QUERY] = stack.size() - 1;
            }
            restart(BRANCH);
            columns[depth] = true;
        }
    }

    private void restart(int rank) {
        if (beyond == 0) {
            begin(rank, stack.size());
            betweens[depth] = false;
            columns[depth] = false;
            beginList(NO_LIST);
        }
    }

    /** Ends a part, which becomes the predecessor of the next one. */
    private void part(int rank) {
        if (beyond == 0) {
            endFrom(rank);
            int i = depth * RANKS + rank;
            previousStarts[i] = rank == ELEMENT && columns[depth] ? NONE : starts[i];
            previousEnds[i] = stack.size();
        }
    }

    private void branch() {
        if (beyond == 0) {
            part(BRANCH);
            starts[depth * RANKS + BRANCH] = stack.size();
        }
    }

    /** Begins the part behind a comma, or at the operator that separates two parts. */
    private void follow(int rank) {
        if (beyond == 0) {
            begin(rank + 1, stack.size());
            starts[depth * RANKS + rank] = rank == ELEMENT ? stack.size() : stack.size() - 1;
        }
    }

    /** Ends the parts of a rank and of all tighter ones, the tightest first. */
    private void endFrom(int rank) {
        for (int i = (depth + 1) * RANKS - 1; beyond == 0 && i >= depth * RANKS + rank; i--) {
            int start = starts[i];
            int previous = previousStarts[i];
            if (previous >= 0
                    && start < stack.size()
                    && (start <= stack.lastLiteral() || isRow(start))
                    && stack.sameText(previous, previousEnds[i], start)) {
                stack.popTo(previousEnds[i]);
                starts[i] = previous;
            } else if (i % RANKS == ELEMENT && lists[depth] != NO_LIST && start >= 0 && start < stack.size()) {
                endElement(i, start);
            }
            previousStarts[i] = NONE;
        }
    }

    /** Drops an element that equals another one of its list; else remembers the element. */
    private void endElement(int i, int start) {
        int first = depth * ELEMENTS;
        int next = first + elementCounts[depth];
        for (int element = first; element < next; element++) {
            int known = elementStarts[element];
            if (known == start) {
                return;
            } else if (known >= 0 && stack.sameText(known, elementEnds[element], start)) {
                stack.popTo(start - 1);
                starts[i] = previousStarts[i];
                return;
            }
        }
        if (next < first + ELEMENTS) {
            elementStarts[next] = start;
            elementEnds[next] = stack.size();
            elementCounts[depth]++;
        }
    }

    private boolean isRow(int start) {
        return stack.classOf(start) == WordClass.OPEN && stack.classAt(0) == WordClass.CLOSE;
    }

    /** Ends the statement. */
    void end() {
        while (depth > 0) {
            endFrom(QUERY);
            depth--;
        }
        endFrom(QUERY);
    }
}
