package dev.tollbooth.integration.guide;

/**
 * A fenced block of a page.
 *
 * @param page the page's name below the project's folder
 * @param line the line of its fence
 * @param language the word after the fence, empty if none
 * @param text its lines, without the indent of its fence
 * @param exempted the reason why the block is not run, from {@code <!-- not run: ... -->} in the line before; empty if
 *     it is run
 */
record Block(String page, int line, String language, String text, String exempted) {

    boolean isShell() {
        return language.equals("shell") || language.equals("sh");
    }

    /** Returns the page and line of the block for people. */
    @Override
    public String toString() {
        return page + ":" + line + " " + language;
    }
}
