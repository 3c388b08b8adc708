/** Where request units, users and plans come from. */
@NullMarked
package dev.tollbooth.jdbc.source;

import org.jspecify.annotations.NullMarked;
