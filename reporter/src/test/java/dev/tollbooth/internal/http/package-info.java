@NullMarked
package dev.tollbooth.internal.http;

import org.jspecify.annotations.NullMarked;
