/** Plans of statements on real databases, and their changes. */
package dev.tollbooth.integration.plan;
