/** The page's model, which is calculated from reports, alike for files and for a live instance. */
@NullMarked
package dev.tollbooth.console.model;

import org.jspecify.annotations.NullMarked;
