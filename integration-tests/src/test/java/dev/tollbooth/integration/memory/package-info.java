/** Tests of the bytes that statements allocate in the client, and their limit. */
@NullMarked
package dev.tollbooth.integration.memory;

import org.jspecify.annotations.NullMarked;
