/** Request units that TiDB tells of a session's last statement. */
@NullMarked
package dev.tollbooth.internal.ru.tidb;

import org.jspecify.annotations.NullMarked;
