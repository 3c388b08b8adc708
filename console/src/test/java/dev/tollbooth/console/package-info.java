/** Tests of the console: the model, the page in a real browser, and the server. */
package dev.tollbooth.console;
