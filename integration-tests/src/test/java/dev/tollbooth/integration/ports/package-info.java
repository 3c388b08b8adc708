/** Tests with hostile clients of every port that Tollbooth opens. */
@NullMarked
package dev.tollbooth.integration.ports;

import org.jspecify.annotations.NullMarked;
