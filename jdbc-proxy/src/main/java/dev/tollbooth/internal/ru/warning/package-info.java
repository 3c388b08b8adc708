/** Request units that a gateway says in warnings, and warnings that the application does not see. */
@NullMarked
package dev.tollbooth.internal.ru.warning;

import org.jspecify.annotations.NullMarked;
