/** Tests of the statements in the sample's README. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
