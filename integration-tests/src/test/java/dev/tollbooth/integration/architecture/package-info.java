/** The rules that the code is held to, checked in the jar. */
package dev.tollbooth.integration.architecture;
