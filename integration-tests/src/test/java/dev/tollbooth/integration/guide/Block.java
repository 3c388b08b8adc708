package dev.tollbooth.integration.guide;

/**
 * A fenced block of a page.
 *
 * @param page the page's name below the project's folder
 * @param line the line of its fence
 * @param language what stands behind the fence, empty if nothing
 * @param text its lines, without the indent of its fence
 * @param exempted why nobody runs it, empty where it is run: {@code <!-- not run: ... -->} in the line before
 */
record Block(String page, int line, String language, String text, String exempted) {

    boolean isShell() {
        return language.equals("shell") || language.equals("sh");
    }

    /** Returns where it stands, for people. */
    @Override
    public String toString() {
        return page + ":" + line + " " + language;
    }
}
