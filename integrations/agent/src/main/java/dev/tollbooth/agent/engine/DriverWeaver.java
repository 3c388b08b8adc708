package dev.tollbooth.agent.engine;

import java.util.function.UnaryOperator;

/**
 * Changes the class file of a driver or of a driver's data source: its methods that connect move aside, and each gets one of
 * its name that calls it between two calls of the agent. No other method is touched.
 *
 * <p>Thread-safe.
 */
public final class DriverWeaver implements UnaryOperator<byte[]> {

    @Override
    public byte[] apply(byte[] classFile) {
        ClassFile file = new ClassFile(classFile);
        return ConnectMethods.replaceIn(file) ? file.toByteArray() : classFile;
    }
}
