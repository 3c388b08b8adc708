/** Tests of the page's server: what it serves, and what it refuses. */
package dev.tollbooth.console.live;
