/*
 * How long it takes from the lift of the last finger to the first instruction of what the swipe starts.
 *
 *     actions COUNT FILE NAME...
 *
 * Makes a touchpad, prints its node, and waits for a line on its input. Then it swipes COUNT times for each of the NAMEs
 * in turn, telling `NAME` before on the output and waiting for a line on the input again, so that whoever has started
 * this can have that program listen. "spawn" and "vfork" are done here: the command FILE is started in place of the lift, which
 * comes later, by posix_spawn, or by the function that the agent has for it. For each
 * swipe it prints NAME and the time in microseconds, or NAME and "none" where nothing came within a second of the lift.
 * The swipes with which it waits for a program to listen are not counted.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CLinux.h"
#include "pad.h"

#define FINGERS 3
/* The swipes that a program may miss until it listens. */
#define PATIENCE 40

static struct pad pad;
static unsigned long long ignored;
static int null;

extern char **environ;

static long long now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void ask(const char *line)
{
	char answer[64];

	printf("%s\n", line);
	fflush(stdout);
	if (!fgets(answer, sizeof(answer), stdin))
		exit(0);
}

/* The microseconds from the lift to the command, -1 where none was started. */
static long long swipe(const char *name, char *file, int fifo)
{
	struct pollfd wait = { .fd = fifo, .events = POLLIN };
	char *command[] = { file, NULL };
	long long start, stamp = -1;
	pid_t process;
	bool spawns = !strcmp(name, "spawn"), forks = !strcmp(name, "vfork");

	frame(&pad, FINGERS, 60, true, true);
	for (int mm = 0; mm < 24; mm++) {
		rest_us(FRAME_US);
		frame(&pad, FINGERS, 60 - mm, false, true);
	}
	rest_us(100000);
	start = now_us();
	if (spawns)
		posix_spawn(&process, file, NULL, NULL, command, environ);
	else if (forks)
		clinux_spawn(&process, file, command, environ, null, STDERR_FILENO, ignored);
	else
		frame(&pad, FINGERS, 0, true, false);
	/* Who acts before the lift is not what is measured. */
	while (stamp < start)
		if (poll(&wait, 1, 1000) != 1 || read(fifo, &stamp, sizeof(stamp)) != sizeof(stamp))
			return -1;
	if (spawns || forks)
		frame(&pad, FINGERS, 0, true, false);
	rest_us(200000);
	return stamp - start;
}

int main(int argc, char **argv)
{
	int fifo;

	if (argc < 4)
		fail("usage: actions COUNT FILE NAME...");
	signal(SIGCHLD, SIG_IGN);
	ignored = clinux_ignored_signals();
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	mkfifo("/run/lab/stamps", 0666);
	chmod("/run/lab/stamps", 0666);
	/* For writing as well, so that it never ends. */
	fifo = open("/run/lab/stamps", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fifo < 0)
		fail("no /run/lab/stamps");
	make_pad(&pad, 5, false);
	ask(pad_node(&pad));
	for (int i = 3; i < argc; i++) {
		ask(argv[i]);
		for (int tries = 0; tries < PATIENCE && swipe(argv[i], argv[2], fifo) < 0; tries++)
			;
		for (int count = 0; count < atoi(argv[1]); count++) {
			long long time = swipe(argv[i], argv[2], fifo);

			if (time < 0)
				printf("%s none\n", argv[i]);
			else
				printf("%s %lld\n", argv[i], time);
		}
	}
	return 0;
}
