/** Tests of connection pools that are configured as users do it, by the URL with the prefix. */
@NullMarked
package dev.tollbooth.integration.pool;

import org.jspecify.annotations.NullMarked;
