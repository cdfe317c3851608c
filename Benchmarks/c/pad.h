/*
 * A touchpad and the fingers on it, made by uinput: 100 x 60 mm at 10 counts a millimetre. It needs /dev/uinput,
 * best that of Tests/VirtualLaptop.
 */
#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define COUNTS_PER_MM 10
#define FRAME_US 8000
#define MAX_FINGERS 10

struct pad {
	struct libevdev_uinput *uinput;
	/* What of a frame is still to be written. */
	struct input_event pending[5 * MAX_FINGERS + 8];
	unsigned count;
};

static void fail(const char *what)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
	exit(2);
}

static void rest_us(long microseconds)
{
	struct timespec time = { microseconds / 1000000, microseconds % 1000000 * 1000L };

	while (nanosleep(&time, &time) < 0)
		;
}

static void enable_axis(struct libevdev *device, unsigned code, int maximum, int resolution)
{
	struct input_absinfo axis = { .maximum = maximum, .resolution = resolution };

	libevdev_enable_event_code(device, EV_ABS, code, &axis);
}

/* Makes a pad, with a motor if `rumbles`, that can follow so many fingers. */
static void make_pad(struct pad *pad, int slots, bool rumbles)
{
	static const unsigned keys[] = { BTN_LEFT,         BTN_TOUCH,          BTN_TOOL_FINGER,
					 BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP,
					 BTN_TOOL_QUINTTAP };
	struct libevdev *device = libevdev_new();

	libevdev_set_name(device, "Benchmark Touchpad");
	libevdev_enable_property(device, INPUT_PROP_POINTER);
	libevdev_enable_property(device, INPUT_PROP_BUTTONPAD);
	for (unsigned i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		libevdev_enable_event_code(device, EV_KEY, keys[i], NULL);
	enable_axis(device, ABS_X, 100 * COUNTS_PER_MM, COUNTS_PER_MM);
	enable_axis(device, ABS_Y, 60 * COUNTS_PER_MM, COUNTS_PER_MM);
	enable_axis(device, ABS_MT_POSITION_X, 100 * COUNTS_PER_MM, COUNTS_PER_MM);
	enable_axis(device, ABS_MT_POSITION_Y, 60 * COUNTS_PER_MM, COUNTS_PER_MM);
	enable_axis(device, ABS_MT_SLOT, slots - 1, 0);
	enable_axis(device, ABS_MT_TRACKING_ID, 65535, 0);
	if (rumbles)
		libevdev_enable_event_code(device, EV_FF, FF_RUMBLE, NULL);
	if (libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, &pad->uinput) < 0)
		fail("cannot make a touchpad: is there a /dev/uinput?");
	libevdev_free(device);
	pad->count = 0;
}

static const char *pad_node(const struct pad *pad)
{
	return libevdev_uinput_get_devnode(pad->uinput);
}

static void send(struct pad *pad, unsigned type, unsigned code, int value)
{
	pad->pending[pad->count++] =
		(struct input_event){ .type = type, .code = code, .value = value };
}

/* Ends the frame, and gives it to the kernel in one piece, as a driver does. */
static void send_frame(struct pad *pad)
{
	ssize_t size;

	send(pad, EV_SYN, SYN_REPORT, 0);
	size = pad->count * sizeof(*pad->pending);
	if (write(libevdev_uinput_get_fd(pad->uinput), pad->pending, size) != size)
		fail("a frame cannot be written");
	pad->count = 0;
}

/* Puts the fingers at so many millimetres from the left; `touch` as they land, and as they lift. */
static void frame(struct pad *pad, int fingers, double mm, bool touch, bool landed)
{
	static const unsigned tools[] = { BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP,
					  BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP };
	/* More than three lie closer, so that all have room. */
	int apart = fingers > 3 ? 40 / fingers : 12;

	for (int finger = 0; finger < fingers; finger++) {
		int x = (mm + apart * finger) * COUNTS_PER_MM + 0.5;

		send(pad, EV_ABS, ABS_MT_SLOT, finger);
		if (touch)
			send(pad, EV_ABS, ABS_MT_TRACKING_ID, landed ? finger + 1 : -1);
		if (!landed)
			continue;
		send(pad, EV_ABS, ABS_MT_POSITION_X, x);
		send(pad, EV_ABS, ABS_MT_POSITION_Y, 30 * COUNTS_PER_MM);
		if (finger == 0) {
			send(pad, EV_ABS, ABS_X, x);
			send(pad, EV_ABS, ABS_Y, 30 * COUNTS_PER_MM);
		}
	}
	if (touch) {
		send(pad, EV_KEY, BTN_TOUCH, landed);
		send(pad, EV_KEY, tools[(fingers > 5 ? 5 : fingers) - 1], landed);
	}
	send_frame(pad);
}
