/** Request units that a gateway reports in warnings, and the hiding of these warnings. */
@NullMarked
package dev.tollbooth.internal.ru.warning;

import org.jspecify.annotations.NullMarked;
