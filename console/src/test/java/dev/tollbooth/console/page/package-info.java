/** Tests of the page's parts. */
package dev.tollbooth.console.page;
