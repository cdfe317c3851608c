// ncurses, and of it what Swift cannot import; each entry gives its reason.

#include <ncurses.h>
#include <sys/ioctl.h>
#include <term.h>

/// stdin and stdout are shared mutable state to Swift 6, and stdscr is too. It is asked for where it is needed: some releases
/// show what is in a WINDOW, others do not, and to Swift a pointer to it is of another type then.
static inline SCREEN *ccurses_start(void) { return newterm(NULL, stdout, stdin); }
static inline WINDOW *ccurses_window(void) { return stdscr; }
static inline int ccurses_colour_count(void) { return COLORS; }

/// Attributes are made by function-like macros.
enum {
  CCURSES_BOLD = A_BOLD,
  CCURSES_DIM = A_DIM,
  CCURSES_REVERSE = A_REVERSE,
};
static inline int ccurses_pair(int number) { return COLOR_PAIR(number); }

/// ioctl() is variadic. Takes the size that the terminal has now.
static inline void ccurses_fit(void) {
  struct winsize size;
  if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(size.ws_row, size.ws_col);
}

/// tigetstr() takes names that are not const, and gives (char *)-1 for what is no string.
static inline const char *ccurses_string(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}
