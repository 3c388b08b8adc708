package dev.tollbooth.internal.lexer;

/**
 * A window over a text, so that a long text takes bounded memory. Indexes refer to the window until it moves. The
 * window ends with NULs, so that looking ahead needs no bounds check.
 *
 * <p>Not thread-safe. An instance reads one text after the other.
 */
abstract class TextWindow {

    /** The characters of a window; shorter texts are taken whole. */
    static final int WINDOW = 1 << 16;
    /** The characters of the longest token, with the spaces and comments before it. */
    static final int LONGEST_TOKEN = 1 << 19;

    private static final int SENTINELS = 4;

    public char[] text = new char[1024];
    /** The window's characters as bytes. */
    byte[] ascii = {};
    /** The index after the window's last character. */
    public int limit;
    /** The index of the next character to read. */
    public int pos;

    private final AsciiBytes asciiBytes = new AsciiBytes();
    private String whole = "";
    /** The number of characters of the whole text taken so far. */
    private int taken;
    /** The index in the whole text of the window's first character. */
    private int windowStart;

    /** Begins to read a text. */
    final void open(String whole) {
        this.whole = whole;
        int length = Math.min(whole.length(), WINDOW);
        if (length + SENTINELS > text.length) {
            text = new char[Math.min(length + (length >> 2), WINDOW) + SENTINELS];
        }
        taken = 0;
        windowStart = 0;
        pos = 0;
        take(0, length);
    }

    /** Releases the text and a large buffer. */
    public void trim() {
        whole = "";
        taken = 0;
        if (text.length > WINDOW + SENTINELS) {
            text = new char[1024];
            ascii = asciiBytes.of(text, 0);
        }
    }

    /** Returns whether the window has the rest of the text. */
    final boolean holdsRest() {
        return taken == whole.length();
    }

    /** Skips the rest of the text. */
    final void leaveRest() {
        taken = whole.length();
        pos = limit;
    }

    /**
     * Moves the window to the position {@link #pos}, or widens the window if it already begins there.
     *
     * @return false if the window already has more than {@link #LONGEST_TOKEN} characters from there
     */
    final boolean move() {
        int keep = Math.max(0, pos - 1);
        // keeps spaces, because callers look back over them
        while (keep > 0 && isSpace(text[keep])) {
            keep--;
        }
        int kept = limit - keep;
        if (kept > LONGEST_TOKEN) {
            return false;
        }
        int room = kept <= WINDOW / 2 ? WINDOW : kept * 4;
        char[] from = text;
        if (room + SENTINELS > from.length) {
            text = new char[room + SENTINELS];
        }
        System.arraycopy(from, keep, text, 0, kept);
        windowStart += keep;
        pos -= keep;
        take(kept, Math.min(room, kept + whole.length() - taken));
        return true;
    }

    /** Takes characters behind the first {@code kept} ones, up to {@code length} in all. */
    private void take(int kept, int length) {
        int more = length - kept;
        whole.getChars(taken, taken + more, text, kept);
        taken += more;
        for (int i = 0; i < SENTINELS; i++) {
            text[length + i] = 0;
        }
        ascii = asciiBytes.of(text, length);
        limit = length;
    }

    /** Returns the index in the whole text of an index in the window. */
    public final int indexInText(int index) {
        return windowStart + index;
    }

    /** Returns the length of the whole text. */
    public final int textLength() {
        return whole.length();
    }

    /** Returns whether the whole text contains {@code ascii}, in any case. */
    final boolean textHolds(String ascii) {
        int last = whole.length() - ascii.length();
        for (int i = 0; i <= last; i++) {
            if (whole.regionMatches(true, i, ascii, 0, ascii.length())) {
                return true;
            }
        }
        return false;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
