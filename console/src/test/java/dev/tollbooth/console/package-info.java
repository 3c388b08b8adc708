/** Tests of the console: the model, the page in a real browser, the server. */
package dev.tollbooth.console;
