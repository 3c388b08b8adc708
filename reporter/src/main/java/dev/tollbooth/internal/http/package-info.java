/**
 * The HTTP ports of the console and of Prometheus: the JDK's server with the same checks before both.
 *
 * <p>A {@code RequestHandler} returns an {@code HttpResponse}, whose body is written while it is produced. {@code
 * OriginCheck} checks Host, Origin and Sec-Fetch-Site before the handler sees a request. The JDK's server drops a
 * connection only when its response is complete or an exception leaves its handler. So nothing here closes an exchange,
 * and every failure ends as an {@code IOException}. A request that finds no thread runs on an interrupted thread, where
 * its first read closes the connection ({@code HttpThreads.forget}). {@code ClientWait} measures how long a request has
 * waited for its client.
 */
@NullMarked
package dev.tollbooth.internal.http;

import org.jspecify.annotations.NullMarked;
