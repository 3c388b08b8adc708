/** The live page: its requests, permissions and answers. */
@NullMarked
package dev.tollbooth.console.live;

import org.jspecify.annotations.NullMarked;
