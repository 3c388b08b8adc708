@NullMarked
package dev.tollbooth.reporter;

import org.jspecify.annotations.NullMarked;
