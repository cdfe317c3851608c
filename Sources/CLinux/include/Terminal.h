// A terminal's modes, given back whatever ends the process.

#pragma once

/// Notes the terminal's modes, and has them given back if the process crashes or is told to dump its core. In C, since a
/// signal's handler may call very little, and what Swift's runtime does on the way is not known. -1, and errno is set,
/// where it is no terminal.
int clinux_terminal_guard(int descriptor);
/// Adds to what is written then: the cursor shown, the other screen left. 256 bytes in all.
void clinux_terminal_farewell(const char *text);
/// Gives the modes back that were noted. -1, and errno is set, where they cannot be.
int clinux_terminal_restore(int descriptor);
void clinux_terminal_unguard(void);

/// Stops the process as Ctrl-Z does, though that signal is blocked and read from a descriptor; returns when it goes on.
/// A signal's default action, SIG_DFL, is a cast of a number to a function, which is no constant to Swift.
void clinux_stop(void);
