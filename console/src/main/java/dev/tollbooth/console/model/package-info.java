/** What the page shows, added up from reports: one set of values, whether they come from files or from a live instance. */
@NullMarked
package dev.tollbooth.console.model;

import org.jspecify.annotations.NullMarked;
