/** Tests of the rules of the code, checked in the jar. */
package dev.tollbooth.integration.architecture;
