@NullMarked
package dev.tollbooth.proto;

import org.jspecify.annotations.NullMarked;
