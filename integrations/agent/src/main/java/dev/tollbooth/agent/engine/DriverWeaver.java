package dev.tollbooth.agent.engine;

import dev.tollbooth.shaded.asm.ClassReader;
import dev.tollbooth.shaded.asm.ClassWriter;
import java.util.function.UnaryOperator;

/**
 * A transformer of the class file of a driver, or of a driver's data source. It renames each method that connects, and
 * adds a method with the old name that calls it between two calls of the agent. All other methods stay the same.
 *
 * <p>Thread-safe.
 */
public final class DriverWeaver implements UnaryOperator<byte[]> {

    @Override
    public byte[] apply(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ConnectMethods methods = new ConnectMethods(writer);
        reader.accept(methods, 0);
        return methods.found() ? writer.toByteArray() : classFile;
    }
}
