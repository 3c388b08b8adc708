package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * A factory that makes addresses and TLS credentials from settings. If a setting is wrong, an {@link
 * IllegalStateException} names it.
 */
final class Transport {

    private static final String CERTIFICATE = "grpc.tls=certificate:";
    private static final String KEY = "grpc.tls=key:";

    private Transport() {}

    /** Returns the address to listen on. An address other than loopback requires TLS and a token. */
    static InetSocketAddress address(GrpcPortOptions options) {
        InetAddress address;
        try {
            // without a look-up by name, which may not exist
            address = options.host().equals(GrpcPortOptions.LOOPBACK)
                    ? InetAddress.getLoopbackAddress()
                    : InetAddress.getByName(options.host());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(
                    "unknown address: grpc.listen=" + options.address() + "; give an address of this machine", e);
        }
        boolean isSafe = !options.certificate().isEmpty()
                && !options.key().isEmpty()
                && !options.token().isEmpty();
        if (!address.isLoopbackAddress() && !isSafe) {
            throw new IllegalStateException(
                    "port that other machines can reach, without TLS or token: grpc.listen=" + options.address()
                            + "; set grpc.tls=certificate:FILE,key:FILE and grpc.token, or name the port only");
        }
        return new InetSocketAddress(address, options.port());
    }

    static ServerCredentials credentials(GrpcPortOptions options) {
        if (options.certificate().isEmpty() && options.key().isEmpty()) {
            return InsecureServerCredentials.create();
        }
        if (options.certificate().isEmpty() || options.key().isEmpty()) {
            throw new IllegalStateException("one of two PEM files: "
                    + (options.key().isEmpty() ? CERTIFICATE + options.certificate() : KEY + options.key())
                    + "; set grpc.tls=certificate:FILE,key:FILE");
        }
        PemFile certificate = PemFile.read(CERTIFICATE, options.certificate());
        PemFile key = PemFile.read(KEY, options.key());
        key.checkKeyOf(certificate);
        try {
            return TlsServerCredentials.create(certificate.content(), key.content());
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can't be read", e);
        }
    }

    static ChannelCredentials credentials(GrpcAgentOptions options) {
        if (options.ca().isEmpty()) {
            if (!options.token().isEmpty()) {
                throw new IllegalStateException(
                        "token that would go in clear text: grpc.agent.token; set grpc.tls=ca:FILE, or ca:"
                                + GrpcAgentOptions.SYSTEM);
            }
            return InsecureChannelCredentials.create();
        }
        if (options.ca().equals(GrpcAgentOptions.SYSTEM)) {
            return TlsChannelCredentials.create();
        }
        PemFile trusted = PemFile.read("grpc.tls=ca:", options.ca());
        trusted.certificates();
        try {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(trusted.content())
                    .build();
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can't be read", e);
        }
    }
}
