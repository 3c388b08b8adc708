/**
 * Tests of the jar itself: its content, and its use beside other versions of its parts and in class loaders that are
 * created and closed.
 */
@NullMarked
package dev.tollbooth.integration.packaging;

import org.jspecify.annotations.NullMarked;
