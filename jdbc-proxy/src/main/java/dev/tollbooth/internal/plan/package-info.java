/** Which plan a statement runs in, where its database is asked. */
@NullMarked
package dev.tollbooth.internal.plan;

import org.jspecify.annotations.NullMarked;
