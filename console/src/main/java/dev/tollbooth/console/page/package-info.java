/** The page: its HTML, styles and scripts as one text, with the model as JSON inside or on request. */
@NullMarked
package dev.tollbooth.console.page;

import org.jspecify.annotations.NullMarked;
