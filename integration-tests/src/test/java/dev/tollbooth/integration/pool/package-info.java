/** Connection pools, configured as users do: by the URL with the prefix. */
@NullMarked
package dev.tollbooth.integration.pool;

import org.jspecify.annotations.NullMarked;
