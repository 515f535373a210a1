package io.rafiki.trainer.cli;

/** How a command's result is printed. */
enum Format {
    /** Aligned text for people. */
    table,
    /** One JSON value on standard output for programs. */
    json
}
