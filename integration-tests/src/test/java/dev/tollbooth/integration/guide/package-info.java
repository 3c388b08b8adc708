/** Tests of README and guide: their commands run, and their links lead somewhere. */
@NullMarked
package dev.tollbooth.integration.guide;

import org.jspecify.annotations.NullMarked;
