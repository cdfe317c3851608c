/*
 * A touchpad and its fingers, to measure a program on: makes a pad, runs the program on it, lets three
 * fingers go to and fro for so many frames, and ends the program by SIGTERM.
 *
 *     frames FRAMES COMMAND [ARGUMENT...]
 *
 * The argument "PAD" stands for the pad's node. It needs /dev/uinput, best that of
 * Tests/VirtualLaptop. The pad is 100 x 60 mm at 10 counts a millimetre; a frame comes every 8 ms, in
 * which all fingers go 1 mm; they turn every 40 mm, so that a swipe arms and disarms all the time.
 *
 * In the end it says how much memory the program had, how many threads, how often it ran for each
 * frame, and how often in 60 s in which nobody touched the pad, without and with a 1000 Hz mouse that
 * moved beside it:
 *
 *     rss_kb=4188 threads=1 runs_per_frame=1.00 idle_runs=0 idle_runs_with_mouse=0
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pad.h"

#define STROKE_MM 40
#define IDLE_S 60

static struct libevdev_uinput *mouse;

static void make_mouse(void)
{
	struct libevdev *device = libevdev_new();

	libevdev_set_name(device, "Benchmark Mouse");
	libevdev_enable_event_code(device, EV_KEY, BTN_LEFT, NULL);
	libevdev_enable_event_code(device, EV_REL, REL_X, NULL);
	libevdev_enable_event_code(device, EV_REL, REL_Y, NULL);
	if (libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, &mouse) < 0)
		fail("cannot make a mouse");
	libevdev_free(device);
}

/* The number that follows `key` in a file of /proc. */
static long number(const char *path, const char *key)
{
	char line[256];
	long value = -1;
	FILE *stream = fopen(path, "re");

	if (!stream)
		return -1;
	while (fgets(line, sizeof(line), stream))
		if (!strncmp(line, key, strlen(key)))
			value = atol(line + strlen(key));
	fclose(stream);
	return value;
}

/* How often the program's threads have been given the processor, and have given it back. */
static long runs(pid_t program, int *threads)
{
	char path[300];
	struct dirent *entry;
	long sum = 0;
	DIR *tasks;

	snprintf(path, sizeof(path), "/proc/%d/task", program);
	tasks = opendir(path);
	if (!tasks)
		fail("the program has ended too soon");
	*threads = 0;
	while ((entry = readdir(tasks))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/proc/%d/task/%s/status", program, entry->d_name);
		sum += number(path, "voluntary_ctxt_switches:");
		sum += number(path, "nonvoluntary_ctxt_switches:");
		++*threads;
	}
	closedir(tasks);
	return sum;
}

static void move_mouse(int milliseconds)
{
	for (int i = 0; i < milliseconds; i++) {
		libevdev_uinput_write_event(mouse, EV_REL, REL_X, i % 2 ? 1 : -1);
		libevdev_uinput_write_event(mouse, EV_SYN, SYN_REPORT, 0);
		rest(1);
	}
}

int main(int argc, char **argv)
{
	int frames, mm = 60, direction = -1, status, threads;
	long before, idle, idle_with_mouse, rss;
	char path[64];
	pid_t program;

	if (argc < 3)
		fail("usage: frames FRAMES COMMAND [ARGUMENT...]");
	frames = atoi(argv[1]);
	make_pad(false);
	make_mouse();
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], "PAD"))
			argv[i] = (char *)libevdev_uinput_get_devnode(pad);
	/* udev has to look at the pad first. */
	rest(1000);

	program = fork();
	if (program == 0) {
		execvp(argv[2], argv + 2);
		fail("cannot run the command");
	}
	/* In virtual time the program has come to rest long before. */
	rest(5000);

	before = runs(program, &threads);
	rest(IDLE_S * 1000);
	idle = runs(program, &threads) - before;
	before = runs(program, &threads);
	move_mouse(IDLE_S * 1000);
	idle_with_mouse = runs(program, &threads) - before;

	before = runs(program, &threads);
	if (frames > 0) {
		frame(mm, 1, 1);
		rest(FRAME_MS);
		for (int i = 1; i < frames; i++) {
			mm += direction;
			frame(mm, 0, 1);
			rest(FRAME_MS);
			if (i % STROKE_MM == 0)
				direction = -direction;
		}
		frame(mm, 1, 0);
	}
	rest(1000);
	snprintf(path, sizeof(path), "/proc/%d/status", program);
	rss = number(path, "VmRSS:");
	fprintf(stderr,
		"rss_kb=%ld threads=%d runs_per_frame=%.2f idle_runs=%ld idle_runs_with_mouse=%ld\n",
		rss, threads, frames ? (double)(runs(program, &threads) - before) / frames : 0, idle,
		idle_with_mouse);
	kill(program, SIGTERM);
	waitpid(program, &status, 0);
	libevdev_uinput_destroy(mouse);
	libevdev_uinput_destroy(pad);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
