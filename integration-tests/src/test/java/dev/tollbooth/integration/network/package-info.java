/** What goes over the network to the server. */
package dev.tollbooth.integration.network;
