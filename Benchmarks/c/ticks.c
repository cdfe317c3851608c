/*
 * How long programs take from a touch frame to its tick, as the touchpad's driver sees it: makes for each a pad that
 * has a motor, runs it on that pad, and lets three fingers go to and fro over the commit point.
 *
 *     ticks COUNT COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
 *
 * The argument "PAD" stands for the node of the program's pad. The programs have their turns one after the other, a
 * stroke to and fro each, until each has had so many ticks. For each tick a line says which program, from 0, and how many
 * microseconds after the frame:
 *
 *     0 152
 *
 * The time runs from before the frame is written, in one piece, until the kernel hands the play to the driver,
 * as the kernel itself stamps it: when this program, on the laptop's only processor, gets to read it is its own
 * affair. Frames come every 8 to 9 ms, at random, lest they keep step with a clock of the host's. The commit points, 16 mm out
 * and 14.5 mm back, are crossed at 2 mm a frame, and 64 ms at least lie between two ticks: no tick has to wait for the interval of
 * 50 ms.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "pad.h"

#define MAX_PROGRAMS 4
#define FINGERS 3
#define MM_PER_FRAME 2
/* Far enough to both sides of the two points for eight frames between two ticks. */
#define NEAR_MM 7
#define FAR_MM 25
/* A tick that has not come after so much of a frame's time is looked for no longer. */
#define LATEST_US 7200

struct program {
	struct pad pad;
	pid_t pid;
	int ticks;
};

static struct program programs[MAX_PROGRAMS];
static int program_count;

static long long now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

/* The driver's part of an upload and of an erasure: all is well. */
static void answer(int uinput, const struct input_event *event)
{
	struct uinput_ff_upload upload = { .request_id = event->value };
	struct uinput_ff_erase erase = { .request_id = event->value };

	if (event->code == UI_FF_UPLOAD) {
		if (ioctl(uinput, UI_BEGIN_FF_UPLOAD, &upload) < 0)
			fail("an upload cannot be answered");
		upload.retval = 0;
		ioctl(uinput, UI_END_FF_UPLOAD, &upload);
	} else if (event->code == UI_FF_ERASE) {
		if (ioctl(uinput, UI_BEGIN_FF_ERASE, &erase) < 0)
			fail("an erasure cannot be answered");
		erase.retval = 0;
		ioctl(uinput, UI_END_FF_ERASE, &erase);
	}
}

/* Takes what there is for a program's motor; prints how long after `frame` a tick came, unless that is 0. */
static void take(struct program *program, long long frame)
{
	int uinput = libevdev_uinput_get_fd(program->pad.uinput);
	struct input_event event;

	if (read(uinput, &event, sizeof(event)) != sizeof(event))
		return;
	if (event.type == EV_UINPUT)
		answer(uinput, &event);
	if (event.type != EV_FF || event.code >= FF_GAIN || event.value == 0 || frame == 0)
		return;
	printf("%d %lld\n", (int)(program - programs),
	       event.input_event_sec * 1000000LL + event.input_event_usec - frame);
	program->ticks++;
}

/* Serves all motors up to `end`. */
static void serve(long long frame, long long end)
{
	struct pollfd wait[MAX_PROGRAMS];

	for (int i = 0; i < program_count; i++)
		wait[i] = (struct pollfd){ .fd = libevdev_uinput_get_fd(programs[i].pad.uinput),
					   .events = POLLIN };
	for (;;) {
		long long left = end - now_us();
		struct timespec timeout = { left / 1000000, left % 1000000 * 1000 };

		if (left <= 0 || ppoll(wait, program_count, &timeout, NULL) == 0)
			return;
		for (int i = 0; i < program_count; i++)
			if (wait[i].revents & POLLIN)
				take(&programs[i], frame);
	}
}

static long long next_frame;

/* Moves a program's fingers to a place, and waits for a tick that comes of it. */
static void move(struct program *program, int mm)
{
	static unsigned jitter = 1;
	long long frame_time;

	jitter = jitter * 1103515245u + 12345u;
	next_frame += FRAME_US + jitter / 65536 % 1000;
	/* What is behind may not be caught up: two frames at once are none that a touchpad gives. */
	if (next_frame < now_us())
		next_frame = now_us();
	serve(0, next_frame);
	frame_time = now_us();
	frame(&program->pad, FINGERS, 5 + mm, false, true);
	serve(frame_time, frame_time + LATEST_US);
}

static void start(struct program *program, char **command)
{
	for (char **word = command; *word; word++)
		if (!strcmp(*word, "PAD"))
			*word = (char *)pad_node(&program->pad);
	program->pid = fork();
	if (program->pid == 0) {
		/* Its lines are not what is measured. */
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		execvp(command[0], command);
		fail("cannot run the command");
	}
}

int main(int argc, char **argv)
{
	int count, status, worst = 0;
	char **commands[MAX_PROGRAMS];

	if (argc < 3)
		fail("usage: ticks COUNT COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...");
	count = atoi(argv[1]);
	commands[program_count++] = &argv[2];
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], "--") && program_count < MAX_PROGRAMS) {
			argv[i] = NULL;
			commands[program_count++] = &argv[i + 1];
		}
	for (int i = 0; i < program_count; i++)
		make_pad(&programs[i].pad, 5, true);
	/* udev has to look at the pads first. */
	rest_us(1000000);
	for (int i = 0; i < program_count; i++)
		start(&programs[i], commands[i]);
	serve(0, now_us() + 2000000);

	for (int i = 0; i < program_count; i++) {
		frame(&programs[i].pad, FINGERS, 5, true, true);
		next_frame = now_us();
		for (int mm = 1; mm <= NEAR_MM; mm += MM_PER_FRAME)
			move(&programs[i], mm);
	}
	/* A stroke brings two ticks; twice as many strokes as are needed. */
	for (int stroke = 0; stroke < count; stroke++) {
		bool is_done = true;

		for (int i = 0; i < program_count; i++) {
			is_done = is_done && programs[i].ticks >= count;
			next_frame = now_us();
			for (int mm = NEAR_MM + MM_PER_FRAME; mm <= FAR_MM; mm += MM_PER_FRAME)
				move(&programs[i], mm);
			for (int mm = FAR_MM - MM_PER_FRAME; mm >= NEAR_MM; mm -= MM_PER_FRAME)
				move(&programs[i], mm);
		}
		if (is_done)
			break;
	}
	for (int i = 0; i < program_count; i++)
		frame(&programs[i].pad, FINGERS, 5 + NEAR_MM, true, false);
	serve(0, now_us() + 200000);
	for (int i = 0; i < program_count; i++)
		kill(programs[i].pid, SIGTERM);
	serve(0, now_us() + 200000);
	for (int i = 0; i < program_count; i++) {
		waitpid(programs[i].pid, &status, 0);
		if (!WIFEXITED(status) || WEXITSTATUS(status))
			worst = 1;
		libevdev_uinput_destroy(programs[i].pad.uinput);
		if (programs[i].ticks < count)
			fail("fewer ticks came than should have");
	}
	return worst;
}
