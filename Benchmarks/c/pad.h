/*
 * A touchpad and three fingers on it, made by uinput: 100 x 60 mm at 10 counts a millimetre, a frame
 * every 8 ms. It needs /dev/uinput, best that of Tests/VirtualLaptop.
 */
#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COUNTS_PER_MM 10
#define FINGERS 3
#define FRAME_MS 8

static struct libevdev_uinput *pad;

static void fail(const char *what)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
	exit(2);
}

static void rest(int milliseconds)
{
	struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000L };

	while (nanosleep(&time, &time) < 0)
		;
}

static void enable_axis(struct libevdev *device, unsigned code, int maximum, int resolution)
{
	struct input_absinfo axis = { .maximum = maximum, .resolution = resolution };

	libevdev_enable_event_code(device, EV_ABS, code, &axis);
}

/* Makes the pad, with a motor if `rumbles`. */
static void make_pad(bool rumbles)
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
	enable_axis(device, ABS_MT_SLOT, 4, 0);
	enable_axis(device, ABS_MT_TRACKING_ID, 65535, 0);
	if (rumbles)
		libevdev_enable_event_code(device, EV_FF, FF_RUMBLE, NULL);
	if (libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, &pad) < 0)
		fail("cannot make a touchpad: is there a /dev/uinput?");
	libevdev_free(device);
}

static void send(unsigned type, unsigned code, int value)
{
	libevdev_uinput_write_event(pad, type, code, value);
}

/* Puts the fingers at so many millimetres from the left; `touch` as they land, and as they lift. */
static void frame(int mm, int touch, int landed)
{
	for (int finger = 0; finger < FINGERS; finger++) {
		int x = (mm + 12 * finger) * COUNTS_PER_MM;

		send(EV_ABS, ABS_MT_SLOT, finger);
		if (touch)
			send(EV_ABS, ABS_MT_TRACKING_ID, landed ? finger + 1 : -1);
		if (!landed)
			continue;
		send(EV_ABS, ABS_MT_POSITION_X, x);
		send(EV_ABS, ABS_MT_POSITION_Y, 30 * COUNTS_PER_MM);
		if (finger == 0) {
			send(EV_ABS, ABS_X, x);
			send(EV_ABS, ABS_Y, 30 * COUNTS_PER_MM);
		}
	}
	if (touch) {
		send(EV_KEY, BTN_TOUCH, landed);
		send(EV_KEY, BTN_TOOL_TRIPLETAP, landed);
	}
	send(EV_SYN, SYN_REPORT, 0);
}
