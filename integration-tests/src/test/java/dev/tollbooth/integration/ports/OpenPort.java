package dev.tollbooth.integration.ports;

import java.util.List;

/** The ports that Tollbooth opens. Code that opens another socket fails the build. */
enum OpenPort {
    CONSOLE("console.listen", "HttpPort") {
        @Override
        PortClient client(String secret) {
            List<String> large = List.of("/", "/api/v1/report", "/api/v1/now", "/api/v1/health");
            return new HttpPortClient("/api/v1/now", "{", large, secret);
        }
    },

    PROMETHEUS("prometheus.listen", "HttpPort") {
        @Override
        PortClient client(String secret) {
            List<String> large = List.of("/metrics?by=digest&top=1000", "/metrics?by=digest&top=10000", "/metrics");
            return new HttpPortClient("/metrics?top=1", "tollbooth_", large, "");
        }
    },

    SQL("sql.listen", "PostgresPort") {
        @Override
        PortClient client(String secret) {
            return new SqlPortClient();
        }
    },

    GRPC("grpc.listen", "TopSqlServer") {
        @Override
        PortClient client(String secret) {
            return new GrpcPortClient();
        }
    },

    /** {@code tollbooth console DIR}; {@code tollbooth fleet console} is the same port with other figures. */
    FILES("--listen", "HttpPort") {
        @Override
        PortClient client(String secret) {
            return new HttpPortClient("/api/v1/session", "token", List.of("/", "/api/v1/report"), secret);
        }
    };

    private final String setting;
    private final String opener;

    OpenPort(String setting, String opener) {
        this.setting = setting;
        this.opener = opener;
    }

    /** Returns the setting, or the CLI's option, that opens it. */
    String setting() {
        return setting;
    }

    /** Returns the simple name of the class that opens the socket. */
    String opener() {
        return opener;
    }

    boolean isOfTheApplication() {
        return !setting.startsWith("--");
    }

    /** Returns clients of one such port; {@code secret} opens it, where it has one word that does. */
    abstract PortClient client(String secret);
}
