/** What users may spend in a minute, who has spent more, and who is refused for it. */
@NullMarked
package dev.tollbooth.internal.budget;

import org.jspecify.annotations.NullMarked;
