/** What an application's operators see and do over JMX; open types only, so that any client reads them. */
@NullMarked
package dev.tollbooth.reporter.jmx;

import org.jspecify.annotations.NullMarked;
