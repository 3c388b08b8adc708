/** Pictures of the memory trace: text, collapsed stacks, an SVG flame graph, speedscope's JSON. */
@NullMarked
package dev.tollbooth.reporter.memory;

import org.jspecify.annotations.NullMarked;
