/**
 * Tollbooth's one HTTP server, for the console and Prometheus: the JDK's, behind one list of guards.
 *
 * <p>A {@code RequestHandler} returns an {@code HttpResponse}, whose body is written while it is made. {@code
 * OriginCheck} looks at Host, Origin and Sec-Fetch-Site before the handler sees a request. The JDK's server forgets a
 * connection only when its response is whole or an exception leaves its handler. So nothing here closes an exchange,
 * and every failure ends as an {@code IOException}. A request that finds no thread runs on an interrupted thread, where
 * its first read closes the connection ({@code HttpThreads.forget}). {@code ClientWait} counts the time that a request
 * has waited for its client.
 */
@NullMarked
package dev.tollbooth.internal.http;

import org.jspecify.annotations.NullMarked;
