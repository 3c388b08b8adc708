/** What statements cost, as real servers say it. */
@NullMarked
package dev.tollbooth.integration.ru;

import org.jspecify.annotations.NullMarked;
