/** Views of a running application through its MBeans. */
@NullMarked
package dev.tollbooth.cli.attach;

import org.jspecify.annotations.NullMarked;
