/** The jar itself: what is in it, and how it lives beside other versions of its parts, in class loaders that come and go. */
@NullMarked
package dev.tollbooth.integration.packaging;

import org.jspecify.annotations.NullMarked;
