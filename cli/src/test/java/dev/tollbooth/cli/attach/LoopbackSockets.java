package dev.tollbooth.cli.attach;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;

/** A factory of sockets that makes RMI listen and connect on loopback, whatever address this host's name has. */
record LoopbackSockets() implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }
}
