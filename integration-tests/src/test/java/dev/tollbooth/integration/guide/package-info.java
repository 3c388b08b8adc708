/** The README and the pages of the guide: what they show is run, and what they link to is there. */
@NullMarked
package dev.tollbooth.integration.guide;

import org.jspecify.annotations.NullMarked;
