package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.Keywords;
import dev.tollbooth.internal.lexer.WordClass;
import java.util.Arrays;

/**
 * The parts of lists and chains on the stack: elements between commas, conditions between OR or AND, queries between UNION,
 * branches of CASE, targets of INSERT ALL. Drops a part that holds a literal and equals the one right before it, so that a
 * statement has one digest however many of them a program writes.
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
    private static final int NONE = -1;

    private final TokenStack stack;

    // For each level and rank: where the part begins that has not ended, and from where to where the one before it
    // goes.
    private final int[] starts = new int[DEEPEST * RANKS];
    private final int[] previousStarts = new int[DEEPEST * RANKS];
    private final int[] previousEnds = new int[DEEPEST * RANKS];
    /** Whether a level is a CASE, which END closes. */
    private final boolean[] cases = new boolean[DEEPEST];
    /** Whether the next AND of a level belongs to a BETWEEN. */
    private final boolean[] betweens = new boolean[DEEPEST];

    /** Whether a level is at the columns of a query, which are no list of data. */
    private final boolean[] columns = new boolean[DEEPEST];

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
        begin(QUERY, stack.size());
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
    }

    /** Takes notice that a literal was merged with the list of literals before the last comma. */
    void merged() {
        int i = depth * RANKS + ELEMENT;
        if (beyond == 0 && starts[i] >= stack.size()) {
            begin(ELEMENT, previousStarts[i]);
        }
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
            case WordClass.OPEN, WordClass.OPEN_BRACKET -> open(false);
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
                if (starts[depth * RANKS + QUERY] == stack.size() - 1 && previousStarts[depth * RANKS + QUERY] >= 0) {
                    follow(QUERY);
                }
            }
            case Keywords.BETWEEN -> betweens[depth] |= beyond == 0;
            case Keywords.CASE -> open(true);
            case Keywords.END -> closeCase();
            case Keywords.SELECT -> query();
            case Keywords.CLAUSE, Keywords.ELSE, Keywords.WHEN, Keywords.INTO, Keywords.ORDER -> restart(ELEMENT);
            default -> {}
        }
    }

    /** A query begins with its SELECT, whatever is before that. */
    private void query() {
        if (beyond == 0) {
            starts[depth * RANKS + QUERY] = stack.size() - 1;
            restart(BRANCH);
            columns[depth] = true;
        }
    }

    private void restart(int rank) {
        if (beyond == 0) {
            begin(rank, stack.size());
            betweens[depth] = false;
            columns[depth] = false;
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

    /** Begins the part behind what parts it from the one before. */
    private void follow(int rank) {
        if (beyond == 0) {
            begin(rank + 1, stack.size());
            starts[depth * RANKS + rank] = stack.size();
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
            }
            previousStarts[i] = NONE;
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
