/*
 * Touchpads and fingers, to measure a program on: makes pads, runs the program on them, lets fingers go to and fro for
 * so many frames, and ends the program by SIGTERM.
 *
 *     frames [--pads N] [--fingers N] [--hz N] [--idle SECONDS] FRAMES COMMAND [ARGUMENT...]
 *     frames --mapped FILE COMMAND [ARGUMENT...]
 *
 * The argument "PAD" stands for the first pad's node. It needs /dev/uinput, best that of Tests/VirtualLaptop. A frame
 * comes every 8 ms, or `--hz` a second, in which all of three fingers go 1 mm, or less at more than 125 a second; they
 * turn every 40 mm, so that a swipe arms and disarms all the time. Of several pads each has its turn of 40 mm.
 *
 * In the end it says what the program and those it has started had and did, when it was ready (it had used the
 * processor for the last time before it had a pad open and slept for 50 ms), and how often it ran in so many seconds
 * (60) in which nobody touched the pad, without and with a 1000 Hz mouse that moved beside it:
 *
 *     rss_kb=4188 pss_kb=2511 threads=1 runs_per_frame=1.00 cpu_us_per_frame=41.2 idle_runs=0 idle_runs_with_mouse=0 ready_ms=14.5
 *
 * With `--mapped` nobody touches anything: it says when the program was ready, and writes into FILE which files it and those
 * it has started had mapped then, a line each.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "pad.h"

#define STROKE_MM 40
#define MAX_PADS 32
#define MAX_PROCESSES 64
#define LONGEST_START_US 20000000L

static struct libevdev_uinput *mouse;
static struct pad pads[MAX_PADS];
static int pad_count = 1, fingers = 3, hz = 1000000 / FRAME_US, idle_s = 60;

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

static void move_mouse(int milliseconds)
{
	for (int i = 0; i < milliseconds; i++) {
		libevdev_uinput_write_event(mouse, EV_REL, REL_X, i % 2 ? 1 : -1);
		libevdev_uinput_write_event(mouse, EV_SYN, SYN_REPORT, 0);
		rest_us(1000);
	}
}

/* The number that follows `key` in a file of /proc, or the first at all. */
static long number(const char *path, const char *key)
{
	char line[512];
	long value = -1;
	FILE *stream = fopen(path, "re");

	if (!stream)
		return -1;
	while (value < 0 && fgets(line, sizeof(line), stream))
		if (!strncmp(line, key, strlen(key)))
			value = atol(line + strlen(key));
	fclose(stream);
	return value;
}

/* What a program is like now, with all that it has started. */
struct state {
	int processes, threads;
	long runs, cpu_us, rss_kb, pss_kb;
	bool sleeps, has_pad;
};

static bool has_open(const char *process, const char *node)
{
	char path[300], target[300];
	struct dirent *entry;
	bool found = false;
	DIR *files;

	snprintf(path, sizeof(path), "/proc/%s/fd", process);
	files = opendir(path);
	while (files && !found && (entry = readdir(files))) {
		ssize_t size;

		snprintf(path, sizeof(path), "/proc/%s/fd/%.20s", process, entry->d_name);
		size = readlink(path, target, sizeof(target) - 1);
		if (size > 0) {
			target[size] = '\0';
			found = !strcmp(target, node);
		}
	}
	if (files)
		closedir(files);
	return found;
}

static void add_threads(const char *process, struct state *state)
{
	char path[300];
	struct dirent *entry;
	DIR *tasks;

	snprintf(path, sizeof(path), "/proc/%s/task", process);
	tasks = opendir(path);
	while (tasks && (entry = readdir(tasks))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/proc/%s/task/%.20s/status", process, entry->d_name);
		state->runs += number(path, "voluntary_ctxt_switches:");
		state->runs += number(path, "nonvoluntary_ctxt_switches:");
		state->threads++;
	}
	if (tasks)
		closedir(tasks);
}

/* The processor's time that a process has had. */
static long cpu_us(pid_t process)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time) < 0)
		return 0;
	return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

/* The processes that the program consists of, as they were looked up last. */
static pid_t known[MAX_PROCESSES];
static int known_count;

static long known_cpu_us(void)
{
	long sum = 0;

	for (int i = 0; i < known_count; i++)
		sum += cpu_us(known[i]);
	return sum;
}

/* The program is the leader of a group of processes, in which those that it starts stay. */
static struct state look(pid_t program, bool measures)
{
	struct state state = { .sleeps = true };
	struct dirent *entry;
	DIR *processes = opendir("/proc");

	known_count = 0;
	while (processes && (entry = readdir(processes))) {
		char path[300], line[512], *rest;
		FILE *stream;
		int group;
		char letter;

		if (!isdigit(entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/stat", entry->d_name);
		stream = fopen(path, "re");
		if (!stream)
			continue;
		rest = fgets(line, sizeof(line), stream) ? strrchr(line, ')') : NULL;
		fclose(stream);
		if (!rest || sscanf(rest, ") %c %*d %d", &letter, &group) != 2 || group != program)
			continue;
		if (known_count < MAX_PROCESSES)
			known[known_count++] = atoi(entry->d_name);
		state.processes++;
		state.sleeps = state.sleeps && letter == 'S';
		if (!measures) {
			state.has_pad = state.has_pad || has_open(entry->d_name, pad_node(&pads[0]));
			continue;
		}
		add_threads(entry->d_name, &state);
		state.cpu_us += cpu_us(atoi(entry->d_name));
		snprintf(path, sizeof(path), "/proc/%.20s/status", entry->d_name);
		state.rss_kb += number(path, "VmRSS:");
		snprintf(path, sizeof(path), "/proc/%.20s/smaps_rollup", entry->d_name);
		state.pss_kb += number(path, "Pss:");
	}
	if (processes)
		closedir(processes);
	if (state.processes == 0)
		fail("the program has ended too soon");
	return state;
}

/* Which files the program has mapped. */
static void list_mapped(FILE *list)
{
	for (int i = 0; i < known_count; i++) {
		char path[64], line[4200];
		FILE *maps;

		snprintf(path, sizeof(path), "/proc/%d/maps", known[i]);
		maps = fopen(path, "re");
		while (maps && fgets(line, sizeof(line), maps)) {
			const char *file = strchr(line, '/');

			if (file)
				fputs(file, list);
		}
		if (maps)
			fclose(maps);
	}
}

static long now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

/*
 * Waits until the program has a pad and has rested for 50 ms; says when that rest began, in microseconds since `start`.
 * Meanwhile only the processor's time that it has had is asked for: there is one processor, and looking through /proc takes
 * as long as a good part of a start.
 */
static long wait_until_ready(pid_t program, long start)
{
	long changed = start, had = 0;
	bool looked = false;

	known[0] = program;
	known_count = 1;
	while (now_us() - start < LONGEST_START_US) {
		long cpu = known_cpu_us(), now = now_us();

		if (cpu != had) {
			had = cpu;
			changed = now;
			looked = false;
		} else if (!looked && now - changed >= 50000) {
			int processes = known_count;
			struct state state = look(program, false);

			if (state.processes > MAX_PROCESSES)
				fail("the program has too many processes");
			if (state.has_pad && state.sleeps && state.processes == processes)
				return changed - start;
			/* What another process has done until now is not known; without having done anything, none opens the pad. */
			if (state.processes != processes)
				changed = now;
			else
				looked = true;
		}
		rest_us(500);
	}
	return -1000;
}

/* Lets the fingers go to and fro on each pad in turn, a stroke each, for so many frames in all. */
static void move_fingers(int frames)
{
	int direction[MAX_PADS], per_mm = hz > 125 ? (hz + 124) / 125 : 1;
	double mm[MAX_PADS];

	for (int i = 0; i < pad_count; i++) {
		mm[i] = 55;
		direction[i] = -1;
	}
	for (int i = 0; i < frames; i++) {
		int at = i / (STROKE_MM * per_mm) % pad_count;

		if (i < STROKE_MM * per_mm * pad_count && i % (STROKE_MM * per_mm) == 0) {
			frame(&pads[at], fingers, mm[at], true, true);
		} else {
			mm[at] += (double)direction[at] / per_mm;
			frame(&pads[at], fingers, mm[at], false, true);
		}
		rest_us(1000000 / hz);
		if (i % (STROKE_MM * per_mm) == STROKE_MM * per_mm - 1)
			direction[at] = -direction[at];
	}
	for (int i = 0; i < pad_count; i++)
		frame(&pads[i], fingers, mm[i], true, false);
}

static int option(int *argc, char ***argv, const char *name, int *value, int least, int most)
{
	if (*argc < 3 || strcmp((*argv)[1], name))
		return 0;
	*value = atoi((*argv)[2]);
	if (*value < least || *value > most)
		fail("an option is out of its range");
	*argc -= 2;
	*argv += 2;
	return 1;
}

/* Ends the program, and says with what. */
static int end(pid_t program)
{
	int status;

	/* Those that it has started may not end by themselves. */
	kill(-program, SIGTERM);
	waitpid(program, &status, 0);
	kill(-program, SIGKILL);
	libevdev_uinput_destroy(mouse);
	for (int i = 0; i < pad_count; i++)
		libevdev_uinput_destroy(pads[i].uinput);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	struct state before, after;
	long idle, idle_with_mouse, start, ready;
	int frames = 0;
	const char *mapped = NULL;
	pid_t program;

	if (argc > 3 && !strcmp(argv[1], "--mapped")) {
		mapped = argv[2];
		argc--;
		argv++;
	}
	while (option(&argc, &argv, "--pads", &pad_count, 1, MAX_PADS) ||
	       option(&argc, &argv, "--fingers", &fingers, 1, MAX_FINGERS) ||
	       option(&argc, &argv, "--hz", &hz, 1, 1000) ||
	       option(&argc, &argv, "--idle", &idle_s, 0, 3600))
		;
	if (argc < 3)
		fail("usage: frames [OPTION...] FRAMES COMMAND [ARGUMENT...]");
	if (!mapped)
		frames = atoi(argv[1]);
	for (int i = 0; i < pad_count; i++)
		make_pad(&pads[i], fingers > 5 ? fingers : 5, false);
	make_mouse();
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], "PAD"))
			argv[i] = (char *)pad_node(&pads[0]);
	/* udev has to look at the pads first. */
	rest_us(1000000 + 100000L * pad_count);

	start = now_us();
	program = fork();
	if (program == 0) {
		setpgid(0, 0);
		execvp(argv[2], argv + 2);
		fail("cannot run the command");
	}
	setpgid(program, program);
	ready = wait_until_ready(program, start);
	if (mapped) {
		FILE *list = fopen(mapped, "we");

		if (!list)
			fail("cannot write the list of what is mapped");
		list_mapped(list);
		fclose(list);
		fprintf(stderr, "ready_ms=%.1f\n", ready / 1000.0);
		return end(program);
	}

	/* In virtual time the program has come to rest long before. */
	rest_us(5000000);

	before = look(program, true);
	rest_us(idle_s * 1000000L);
	after = look(program, true);
	idle = after.runs - before.runs;
	move_mouse(idle_s * 1000);
	idle_with_mouse = look(program, true).runs - after.runs;

	before = look(program, true);
	move_fingers(frames);
	rest_us(1000000);
	after = look(program, true);
	fprintf(stderr,
		"rss_kb=%ld pss_kb=%ld threads=%d runs_per_frame=%.2f cpu_us_per_frame=%.1f "
		"idle_runs=%ld idle_runs_with_mouse=%ld ready_ms=%.1f\n",
		after.rss_kb, after.pss_kb, after.threads,
		frames ? (double)(after.runs - before.runs) / frames : 0,
		frames ? (double)(after.cpu_us - before.cpu_us) / frames : 0, idle, idle_with_mouse,
		ready / 1000.0);
	return end(program);
}
