package dev.tollbooth.internal.file;

import java.io.IOException;

/** Says that a report does not fit beside the report files of others, which may not be deleted. */
final class NoRoomException extends IOException {

    private static final long serialVersionUID = 1L;

    NoRoomException(String message) {
        super(message);
    }
}
