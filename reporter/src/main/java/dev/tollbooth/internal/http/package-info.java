/** Tollbooth's one HTTP port: what the console and Prometheus are served by. */
@NullMarked
package dev.tollbooth.internal.http;

import org.jspecify.annotations.NullMarked;
