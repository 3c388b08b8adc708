/** Tests of the page's server: its answers and refusals. */
package dev.tollbooth.console.live;
