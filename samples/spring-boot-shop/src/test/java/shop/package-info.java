/** What the sample's README says is seen. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
