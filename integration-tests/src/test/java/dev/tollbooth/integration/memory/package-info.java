/** What statements take of the client's memory, and the limit of it. */
package dev.tollbooth.integration.memory;
