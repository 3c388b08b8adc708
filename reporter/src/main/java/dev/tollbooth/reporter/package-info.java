/** Reports out of the process: encoded, and handed to those who take them. */
@NullMarked
package dev.tollbooth.reporter;

import org.jspecify.annotations.NullMarked;
