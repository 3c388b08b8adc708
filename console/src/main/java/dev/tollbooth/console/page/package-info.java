/** Makes the page: its HTML, styles and scripts as one text, with the model as JSON inside or to be asked for. */
@NullMarked
package dev.tollbooth.console.page;

import org.jspecify.annotations.NullMarked;
