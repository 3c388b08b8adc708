package dev.tollbooth.agent.engine;

import java.io.ByteArrayOutputStream;

/** Numbers of the sizes that a class file has, one behind the other, the high byte first. */
final class ClassFileBytes extends ByteArrayOutputStream {

    void u1(int... values) {
        for (int value : values) {
            write(value);
        }
    }

    void u2(int value) {
        u1(value >> 8, value);
    }

    void u4(int value) {
        u2(value >> 16);
        u2(value);
    }

    /** What begins an instruction, a constant or a frame's type, and the constants that it refers to. */
    void referring(int begin, int... constants) {
        u1(begin);
        for (int constant : constants) {
            u2(constant);
        }
    }
}
