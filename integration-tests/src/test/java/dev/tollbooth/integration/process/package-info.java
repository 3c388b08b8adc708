/** JVMs that tests start, with class paths of their own. */
@NullMarked
package dev.tollbooth.integration.process;

import org.jspecify.annotations.NullMarked;
