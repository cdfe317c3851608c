/*
 * The yardstick: what swiped does, in plain C, to see what Swift costs.
 *
 *     reference [--json] [/dev/input/eventN...]
 *
 * It reads the touchpads given, or all that udev knows at the start, through libinput's path context;
 * follows three-finger swipes to the left and to the right with swiped's default numbers; and plays
 * every tick as one line and, on a device with FF_RUMBLE, as one effect. One thread, one epoll, signals
 * by descriptor, one timer for a tick that is owed. There is no hotplug, no configuration, no bus, and
 * an end is taken at its word.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* dx_unaccelerated is 1000/25.4 * 0.9 * 0.2968 = 10.5165 units a millimetre, with the adaptive profile. */
#define MM_PER_UNIT 0.095089

#define COMMIT_MM 16.0
#define HYSTERESIS_MM 1.5
#define AXIS_LOCK_MM 2.0
#define AXIS_DECIDED_MM 5.0
#define AXIS_RATIO 1.5
#define WAY_OUT_MM 15.0
#define TICK_INTERVAL_US 50000
#define FINGERS 3

#define MAX_PADS 32

enum state { IDLE, UNDECIDED, TRACKING };

struct pad {
	enum state state;
	double x, y;        /* travel since the begin, in millimetres */
	int armed, felt;    /* -1 left, 1 right, 0 nothing */
	uint64_t last_tick; /* microseconds; 0 before the first */
	uint64_t deadline;  /* of a tick that is owed; 0 for none */
	int fd;             /* the device's node, for its motor */
	int effect;         /* -1 without FF_RUMBLE */
};

static struct pad pads[MAX_PADS];
static int pad_count;
static int timer_fd = -1;
static bool json;

/* The descriptor of the node that was opened last, for the motor of the device that is being added. */
static int opened_fd = -1;

static int open_restricted(const char *path, int flags, void *data)
{
	(void)data;
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	opened_fd = fd;
	return fd;
}

static void close_restricted(int fd, void *data)
{
	(void)data;
	close(fd);
}

static const struct libinput_interface interface = {
	.open_restricted = open_restricted,
	.close_restricted = close_restricted,
};

static const char *name(int direction)
{
	return direction < 0 ? "left" : direction > 0 ? "right" : "none";
}

static void say(uint64_t time, const char *event, int direction)
{
	if (json)
		printf("{\"time_us\":%llu,\"event\":\"%s\",\"direction\":\"%s\"}\n",
		       (unsigned long long)time, event, name(direction));
	else
		printf("%llu.%06llu %s %s\n", (unsigned long long)(time / 1000000),
		       (unsigned long long)(time % 1000000), event, name(direction));
	fflush(stdout);
}

static void upload_effect(struct pad *pad)
{
	unsigned long bits[FF_MAX / (8 * sizeof(long)) + 1] = { 0 };
	struct ff_effect effect = {
		.type = FF_RUMBLE,
		.id = -1,
		.replay.length = 20,
		.u.rumble = { .strong_magnitude = 0x6000, .weak_magnitude = 0x6000 },
	};

	pad->effect = -1;
	if (ioctl(pad->fd, EVIOCGBIT(EV_FF, sizeof(bits)), bits) < 0 ||
	    !(bits[FF_RUMBLE / (8 * sizeof(long))] >> (FF_RUMBLE % (8 * sizeof(long))) & 1))
		return;
	if (ioctl(pad->fd, EVIOCSFF, &effect) >= 0)
		pad->effect = effect.id;
}

static void play_tick(struct pad *pad, uint64_t time)
{
	pad->felt = pad->armed;
	pad->last_tick = time;
	pad->deadline = 0;
	if (pad->effect >= 0) {
		struct input_event play = { .type = EV_FF, .code = pad->effect, .value = 1 };

		if (write(pad->fd, &play, sizeof(play)) < 0)
			fprintf(stderr, "reference: cannot play a tick: %s, ignoring\n", strerror(errno));
	}
	say(time, pad->felt ? "tick arm" : "tick disarm", pad->felt);
}

/* Sets the timer to the first tick that is owed. */
static void set_timer(void)
{
	struct itimerspec when = { 0 };
	uint64_t first = 0;

	for (int i = 0; i < pad_count; i++)
		if (pads[i].deadline && (!first || pads[i].deadline < first))
			first = pads[i].deadline;
	when.it_value.tv_sec = first / 1000000;
	when.it_value.tv_nsec = first % 1000000 * 1000;
	timerfd_settime(timer_fd, TFD_TIMER_ABSTIME, &when, NULL);
}

/* Plays the tick that is owed, at once or when the interval has passed. */
static void settle(struct pad *pad, uint64_t time)
{
	uint64_t owed = pad->deadline;

	if (pad->felt == pad->armed)
		pad->deadline = 0;
	else if (!pad->last_tick || time >= pad->last_tick + TICK_INTERVAL_US)
		play_tick(pad, time);
	else
		pad->deadline = pad->last_tick + TICK_INTERVAL_US;
	if (pad->deadline != owed)
		set_timer();
}

static void pass_time(struct pad *pad, uint64_t time)
{
	if (pad->deadline && pad->deadline <= time) {
		play_tick(pad, pad->deadline);
		set_timer();
	}
}

static void finish(struct pad *pad, uint64_t time, const char *outcome)
{
	int direction = pad->armed;

	pad->state = IDLE;
	pad->armed = 0;
	say(time, outcome, direction);
}

static void cancel(struct pad *pad, uint64_t time)
{
	if (pad->state == IDLE)
		return;
	finish(pad, time, "cancelled");
	settle(pad, time);
}

static void begin(struct pad *pad, uint64_t time, int fingers)
{
	cancel(pad, time);
	if (pad->felt) {
		play_tick(pad, time);
		set_timer();
	}
	if (fingers != FINGERS) {
		finish(pad, time, "ignored");
		return;
	}
	pad->x = pad->y = 0;
	pad->state = UNDECIDED;
}

static void move(struct pad *pad, uint64_t time, double dx, double dy)
{
	double distance, travel;

	if (pad->state == IDLE || !isfinite(dx) || !isfinite(dy))
		return;
	pad->x += dx;
	pad->y += dy;
	if (pad->state == UNDECIDED) {
		distance = pad->x * pad->x + pad->y * pad->y;
		if (distance < AXIS_LOCK_MM * AXIS_LOCK_MM)
			return;
		if (fabs(pad->y) > fabs(pad->x)) {
			finish(pad, time, "ignored");
			return;
		}
		if (fabs(pad->x) < AXIS_RATIO * fabs(pad->y) &&
		    distance < AXIS_DECIDED_MM * AXIS_DECIDED_MM)
			return;
		pad->state = TRACKING;
	}
	if (fabs(pad->y) >= WAY_OUT_MM && fabs(pad->y) > fabs(pad->x)) {
		cancel(pad, time);
		return;
	}
	travel = fabs(pad->x);
	if (pad->armed && pad->x * pad->armed <= COMMIT_MM - HYSTERESIS_MM)
		pad->armed = 0;
	if (travel > COMMIT_MM)
		pad->armed = pad->x < 0 ? -1 : 1;
	settle(pad, time);
}

static void end(struct pad *pad, uint64_t time)
{
	if (pad->state == IDLE)
		return;
	if (!pad->armed) {
		finish(pad, time, "sprung back");
		return;
	}
	if (pad->felt != pad->armed)
		play_tick(pad, time);
	pad->felt = 0;
	pad->deadline = 0;
	finish(pad, time, "committed");
}

static void handle(struct libinput_event *event)
{
	struct libinput_device *device = libinput_event_get_device(event);
	struct pad *pad = libinput_device_get_user_data(device);
	enum libinput_event_type type = libinput_event_get_type(event);
	struct libinput_event_gesture *gesture;
	uint64_t time;

	switch (type) {
	case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN:
	case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
	case LIBINPUT_EVENT_GESTURE_SWIPE_END:
		break;
	default:
		return;
	}
	if (!pad)
		return;
	gesture = libinput_event_get_gesture_event(event);
	time = libinput_event_gesture_get_time_usec(gesture);
	pass_time(pad, time);
	if (type == LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN)
		begin(pad, time, libinput_event_gesture_get_finger_count(gesture));
	else if (type == LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE)
		move(pad, time, libinput_event_gesture_get_dx_unaccelerated(gesture) * MM_PER_UNIT,
		     libinput_event_gesture_get_dy_unaccelerated(gesture) * MM_PER_UNIT);
	else if (libinput_event_gesture_get_cancelled(gesture))
		cancel(pad, time);
	else
		end(pad, time);
}

static int add(struct libinput *libinput, const char *path)
{
	struct libinput_device *device;
	struct pad *pad = &pads[pad_count];

	if (pad_count == MAX_PADS) {
		fprintf(stderr, "reference: too many touchpads, \"%s\" is not read\n", path);
		return -1;
	}
	device = libinput_path_add_device(libinput, path);
	if (!device) {
		fprintf(stderr, "reference: cannot read \"%s\"\n", path);
		return -1;
	}
	if (libinput_device_config_accel_is_available(device))
		libinput_device_config_accel_set_profile(device, LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE);
	libinput_device_set_user_data(device, pad);
	pad->fd = opened_fd;
	upload_effect(pad);
	pad_count++;
	return 0;
}

/* Adds every touchpad that udev knows. */
static void add_all(struct libinput *libinput)
{
	struct udev *udev = udev_new();
	struct udev_enumerate *list = udev_enumerate_new(udev);
	struct udev_list_entry *entry;

	udev_enumerate_add_match_subsystem(list, "input");
	udev_enumerate_add_match_sysname(list, "event*");
	udev_enumerate_add_match_property(list, "ID_INPUT_TOUCHPAD", "1");
	udev_enumerate_scan_devices(list);
	udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list))
	{
		struct udev_device *device =
			udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));

		if (device && udev_device_get_devnode(device))
			add(libinput, udev_device_get_devnode(device));
		udev_device_unref(device);
	}
	udev_enumerate_unref(list);
	udev_unref(udev);
}

static void watch(int epoll_fd, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	if (fd < 0 || epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0) {
		perror("reference");
		exit(1);
	}
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
	struct libinput *libinput = libinput_path_create_context(&interface, NULL);
	int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	int first = 1, signal_fd;
	sigset_t signals;

	if (!libinput)
		return 1;
	if (first < argc && !strcmp(argv[first], "--json")) {
		json = true;
		first++;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal_fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
	timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);

	for (int i = first; i < argc; i++)
		if (add(libinput, argv[i]) < 0)
			return 2;
	if (first == argc)
		add_all(libinput);
	fprintf(stderr, "reference: %d touchpads\n", pad_count);

	watch(epoll_fd, libinput_get_fd(libinput));
	watch(epoll_fd, signal_fd);
	watch(epoll_fd, timer_fd);
	for (bool running = true; running;) {
		struct epoll_event ready[4];
		int count = epoll_wait(epoll_fd, ready, 4, -1);

		if (count < 0 && errno != EINTR) {
			perror("reference");
			return 1;
		}
		for (int i = 0; i < count; i++) {
			if (ready[i].data.fd == signal_fd) {
				running = false;
			} else if (ready[i].data.fd == timer_fd) {
				uint64_t expirations;

				if (read(timer_fd, &expirations, sizeof(expirations)) < 0)
					continue;
				for (int pad = 0; pad < pad_count; pad++)
					pass_time(&pads[pad], now());
			} else {
				struct libinput_event *event;

				libinput_dispatch(libinput);
				while ((event = libinput_get_event(libinput))) {
					handle(event);
					libinput_event_destroy(event);
				}
			}
		}
	}

	for (int i = 0; i < pad_count; i++) {
		cancel(&pads[i], now());
		if (pads[i].felt)
			play_tick(&pads[i], now());
	}
	libinput_unref(libinput);
	return 0;
}
