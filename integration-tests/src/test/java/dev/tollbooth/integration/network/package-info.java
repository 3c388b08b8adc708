/** Tests of the traffic to the server. */
package dev.tollbooth.integration.network;
