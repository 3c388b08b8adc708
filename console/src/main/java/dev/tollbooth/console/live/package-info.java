/** Serves the page live: its requests, who may make them, and what answers them. */
@NullMarked
package dev.tollbooth.console.live;

import org.jspecify.annotations.NullMarked;
