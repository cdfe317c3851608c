/*
 * The yardstick of an agent: at the end of every swipe that libinput does not call cancelled, starts a command with the function
 * that the agent has for it: in a session of its own, with no signal ignored, no input, and no descriptor but the standard ones.
 *
 *     swipe_command /dev/input/eventN COMMAND
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "CLinux.h"

extern char **environ;

static int open_node(const char *path, int flags, void *data)
{
	int node = open(path, flags | O_CLOEXEC);

	(void)data;
	return node < 0 ? -errno : node;
}

static void close_node(int node, void *data)
{
	(void)data;
	close(node);
}

int main(int argc, char **argv)
{
	static const struct libinput_interface interface = { open_node, close_node };
	struct libinput *input = libinput_path_create_context(&interface, NULL);
	unsigned long long ignored;
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	signal(SIGCHLD, SIG_IGN);
	ignored = clinux_ignored_signals();
	if (argc < 3 || !input || !libinput_path_add_device(input, argv[1])) {
		fprintf(stderr, "usage: swipe_command /dev/input/eventN COMMAND\n");
		return 2;
	}
	for (;;) {
		struct pollfd wait = { .fd = libinput_get_fd(input), .events = POLLIN };
		struct libinput_event *event;

		poll(&wait, 1, -1);
		libinput_dispatch(input);
		while ((event = libinput_get_event(input))) {
			if (libinput_event_get_type(event) == LIBINPUT_EVENT_GESTURE_SWIPE_END &&
			    !libinput_event_gesture_get_cancelled(libinput_event_get_gesture_event(event))) {
				char *command[] = { argv[2], NULL };
				int process;

				clinux_spawn(&process, argv[2], command, environ, null, STDOUT_FILENO, ignored);
			}
			libinput_event_destroy(event);
		}
	}
}
