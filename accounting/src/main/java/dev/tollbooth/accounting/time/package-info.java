/** Time: the only two ways to it, both injected. */
@NullMarked
package dev.tollbooth.accounting.time;

import org.jspecify.annotations.NullMarked;
