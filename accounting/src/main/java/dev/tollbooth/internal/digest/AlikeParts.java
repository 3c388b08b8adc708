package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.WordClass;
import java.util.Arrays;

/**
 * The parts of lists and chains on the stack: elements between commas, conditions between OR or AND, queries between UNION,
 * branches of CASE, targets of INSERT ALL. Drops a part that holds a literal and equals the one right before it, so that a
 * statement has one digest however many of them a program writes.
 *
 * <p>Conditions and queries are compared with the operator before them. So two of them stay, and OR and AND are two digests.
 * In the list of an IN and in rows of VALUES, each different element stays once, with or without a literal.
 *
 * <p>Each token is compared once a level at most, and levels beyond {@value #DEEPEST} are not looked at: linear work in a
 * bounded memory. Not thread-safe; reused.
 */
final class AlikeParts {

    // What parts may be of, the loosest first: what ends a part ends all that bind tighter.
    private static final int QUERY = 0;
    private static final int BRANCH = 1;
    private static final int ELEMENT = 2;
    private static final int OR = 3;
    private static final int AND = 4;
    private static final int RANKS = 5;

    private static final int DEEPEST = 64;
    /** How many different elements of a list are remembered. */
    private static final int ELEMENTS = 8;

    private static final byte NO_LIST = 0;
    private static final byte IN = 1;
    private static final byte VALUES = 2;
    private static final int NONE = -1;

    private final TokenStack stack;

    // For each level and rank: where the part begins that has not ended, with its operator, and from where to where the
    // one before it goes.
    private final int[] starts = new int[DEEPEST * RANKS];
    private final int[] previousStarts = new int[DEEPEST * RANKS];
    private final int[] previousEnds = new int[DEEPEST * RANKS];
    /** Whether a level is a CASE, which END closes. */
    private final boolean[] cases = new boolean[DEEPEST];
    /** Whether the next AND of a level belongs to a BETWEEN. */
    private final boolean[] betweens = new boolean[DEEPEST];

    /** Whether a level is at the columns of a query, which are no list of data. */
    private final boolean[] columns = new boolean[DEEPEST];

    /** The kind of a level's list. */
    private final byte[] lists = new byte[DEEPEST];

    // For each level: the different elements of its list, and how many there are.
    private final int[] elementStarts = new int[DEEPEST * ELEMENTS];
    private final int[] elementEnds = new int[DEEPEST * ELEMENTS];
    private final int[] elementCounts = new int[DEEPEST];

    private int depth;
    /** Levels deeper than is looked at. */
    private long beyond;

    AlikeParts(TokenStack stack) {
        this.stack = stack;
    }

    /** Begins a statement where the stack ends. */
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

    /** Has parts of a rank, and all tighter ones, begin at an index, with none before them. */
    private void begin(int rank, int index) {
        int from = depth * RANKS + rank;
        int to = (depth + 1) * RANKS;
        Arrays.fill(starts, from, to, index);
        Arrays.fill(previousStarts, from, to, NONE);
        if (rank <= BRANCH) {
            starts[depth * RANKS + BRANCH] = NONE; // with the word that begins it
        }
    }

    /** Takes notice that so many tokens at the bottom of the stack are gone: a part that lost one is never equal. */
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

    /** Takes notice that a literal was merged with the list of literals before the last comma. */
    void merged() {
        int i = depth * RANKS + ELEMENT;
        if (beyond == 0 && starts[i] >= stack.size()) {
            begin(ELEMENT, previousStarts[i]);
        }
    }

    /** Whether the last token is an element of the list of an IN. */
    boolean endsWithLoneElement() {
        return beyond == 0 && lists[depth] == IN && starts[depth * RANKS + ELEMENT] == stack.size() - 1;
    }

    /** Ends the parts that an operator ends, which is pushed next. */
    void beforeOperator(int operatorClass) {
        switch (operatorClass) {
            case WordClass.COMMA -> part(ELEMENT);
            case WordClass.CLOSE, WordClass.CLOSE_BRACKET, WordClass.SEMICOLON -> endFrom(QUERY);
            default -> {}
        }
    }

    /** Begins what an operator begins that was pushed last. */
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

    /** Ends the parts that a word ends, which is pushed next. */
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

    /** Begins what a word begins that was pushed last. */
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

    /** A query begins with its SELECT, whatever is before that, or with the UNION between it and another one. */
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

    /** Ends a part, which becomes the one before that which follows. */
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

    /** Begins the part behind a comma, or with the operator between it and the one before. */
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

    /** Drops an element that equals one of its list, or remembers it. */
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
