/** The page's model, added up from reports: the same for files and for a live instance. */
@NullMarked
package dev.tollbooth.console.model;

import org.jspecify.annotations.NullMarked;
