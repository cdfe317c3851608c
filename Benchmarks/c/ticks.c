/*
 * How long a program takes from a touch frame to its tick, as the touchpad sees it: makes a pad that has
 * a motor, runs the program on it, and lets three fingers go to and fro over the commit point.
 *
 *     ticks COUNT COMMAND [ARGUMENT...]
 *
 * The argument "PAD" stands for the pad's node. For each tick that reaches the motor it prints the time since
 * the last frame was written, in microseconds, a line each. Both of the program's commit points, arming past
 * 16 mm and disarming at 14.5 mm, are crossed at 1 mm a frame, and so seldom that no tick has to wait
 * for an interval of 50 ms.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pad.h"

/* Far enough to both sides of the two points for 80 ms between two ticks. */
#define NEAR_MM 10
#define FAR_MM 20

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

/* Serves the motor up to `end`; prints how long after `frame` a tick came. Returns the number of ticks. */
static int serve(int uinput, long long frame, long long end, bool prints)
{
	struct pollfd wait = { .fd = uinput, .events = POLLIN };
	struct input_event event;
	int ticks = 0;

	for (;;) {
		long long left = end - now_us();
		struct timespec timeout = { left / 1000000, left % 1000000 * 1000 };

		if (left <= 0 || ppoll(&wait, 1, &timeout, NULL) == 0)
			return ticks;
		if (read(uinput, &event, sizeof(event)) != sizeof(event))
			continue;
		if (event.type == EV_UINPUT) {
			answer(uinput, &event);
		} else if (event.type == EV_FF && event.code < FF_GAIN && event.value != 0) {
			if (prints)
				printf("%lld\n", now_us() - frame);
			ticks++;
		}
	}
}

int main(int argc, char **argv)
{
	int count, uinput, status, mm = 0, direction = 1, ticks = 0;
	long long next, frame_time;
	pid_t program;

	if (argc < 3)
		fail("usage: ticks COUNT COMMAND [ARGUMENT...]");
	count = atoi(argv[1]);
	make_pad(true);
	uinput = libevdev_uinput_get_fd(pad);
	for (int i = 2; i < argc; i++)
		if (!strcmp(argv[i], "PAD"))
			argv[i] = (char *)libevdev_uinput_get_devnode(pad);
	/* udev has to look at the pad first. */
	rest(1000);
	program = fork();
	if (program == 0) {
		/* Its lines are not what is measured. */
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		execvp(argv[2], argv + 2);
		fail("cannot run the command");
	}
	serve(uinput, 0, now_us() + 2000000, false);

	frame(5, 1, 1);
	next = now_us();
	/* As many frames as so many ticks can take, and as many again. */
	for (int i = 0; ticks < count && i < count * 2 * (FAR_MM - NEAR_MM) + 2 * FAR_MM; i++) {
		next += FRAME_MS * 1000;
		serve(uinput, next, next, false);
		mm += direction;
		if (mm == FAR_MM || (mm == NEAR_MM && direction < 0))
			direction = -direction;
		frame_time = now_us();
		frame(5 + mm, 0, 1);
		ticks += serve(uinput, frame_time, next + FRAME_MS * 900, true);
	}
	frame(5 + mm, 1, 0);
	serve(uinput, 0, now_us() + 200000, false);
	kill(program, SIGTERM);
	serve(uinput, 0, now_us() + 200000, false);
	waitpid(program, &status, 0);
	libevdev_uinput_destroy(pad);
	if (ticks < count)
		fail("fewer ticks came than should have");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
