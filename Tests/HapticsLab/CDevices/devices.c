#include "CDevices.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int lab_uinput(const char *name, const uint16_t *bits, int count, int slots, char node[64]) {
  int device = open("/dev/uinput", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (device < 0)
    return -errno;
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 1},
                               .ff_effects_max = slots};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
  if (count > 0)
    ioctl(device, UI_SET_EVBIT, EV_FF);
  for (int i = 0; i < count; i++)
    ioctl(device, UI_SET_FFBIT, bits[i]);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0)
    return -errno;
  char input[64] = "", path[128];
  ioctl(device, UI_GET_SYSNAME(sizeof input), input);
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", input);
  DIR *directory = opendir(path);
  if (!directory)
    return -errno;
  node[0] = 0;
  for (struct dirent *entry; (entry = readdir(directory));)
    if (strncmp(entry->d_name, "event", 5) == 0)
      snprintf(node, 64, "/dev/input/%.40s", entry->d_name);
  closedir(directory);
  // devtmpfs makes the node by itself, a moment later.
  for (int i = 0; i < 1000 && access(node, F_OK) != 0; i++)
    usleep(1000);
  return device;
}

static int is_ready(int device, int timeout) {
  struct pollfd entry = {.fd = device, .events = POLLIN};
  return poll(&entry, 1, timeout) > 0;
}

struct lab_event lab_uinput_next(int device, int timeout) {
  struct lab_event result = {.kind = LAB_NOTHING};
  struct input_event event;
  if (!is_ready(device, timeout) || read(device, &event, sizeof event) != sizeof event)
    return result;
  if (event.type == EV_FF) {
    result.kind = LAB_PLAY;
    result.id = event.code;
    result.value = event.value;
  } else if (event.type == EV_UINPUT && event.code == UI_FF_UPLOAD) {
    struct uinput_ff_upload upload = {.request_id = event.value};
    ioctl(device, UI_BEGIN_FF_UPLOAD, &upload);
    result.kind = LAB_UPLOAD;
    result.request = event.value;
    result.id = upload.effect.id;
    result.type = upload.effect.type;
    result.milliseconds = upload.effect.replay.length;
    if (upload.effect.type == 0x4f) {
      uint16_t haptic[6];
      memcpy(haptic, &upload.effect.u, sizeof haptic);
      result.first = haptic[0];
      result.second = haptic[3];
    } else if (upload.effect.type == FF_RUMBLE) {
      result.first = upload.effect.u.rumble.strong_magnitude;
      result.second = upload.effect.u.rumble.weak_magnitude;
    } else if (upload.effect.type == FF_PERIODIC) {
      result.first = upload.effect.u.periodic.waveform;
      result.second = upload.effect.u.periodic.magnitude;
    }
  } else if (event.type == EV_UINPUT && event.code == UI_FF_ERASE) {
    struct uinput_ff_erase erase = {.request_id = event.value};
    ioctl(device, UI_BEGIN_FF_ERASE, &erase);
    result.kind = LAB_ERASE;
    result.request = event.value;
    result.id = erase.effect_id;
  }
  return result;
}

void lab_uinput_answer(int device, const struct lab_event *event, int error) {
  if (event->kind == LAB_UPLOAD) {
    struct uinput_ff_upload upload = {.request_id = event->request, .retval = -error};
    ioctl(device, UI_END_FF_UPLOAD, &upload);
  } else if (event->kind == LAB_ERASE) {
    struct uinput_ff_erase erase = {.request_id = event->request, .retval = -error};
    ioctl(device, UI_END_FF_ERASE, &erase);
  }
}

void lab_uinput_destroy(int device) {
  ioctl(device, UI_DEV_DESTROY);
  close(device);
}

int lab_uhid(const char *name, const uint8_t *descriptor, int size) {
  int device = open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (device < 0)
    return -errno;
  struct uhid_event event = {.type = UHID_CREATE2};
  snprintf((char *)event.u.create2.name, sizeof event.u.create2.name, "%s", name);
  snprintf((char *)event.u.create2.uniq, sizeof event.u.create2.uniq, "%s", name);
  event.u.create2.rd_size = size;
  event.u.create2.bus = BUS_I2C;
  event.u.create2.vendor = 0x1234;
  event.u.create2.product = 0x5678;
  memcpy(event.u.create2.rd_data, descriptor, size);
  if (write(device, &event, sizeof event) != sizeof event)
    return -errno;
  return device;
}

struct lab_event lab_uhid_next(int device, int timeout) {
  struct lab_event result = {.kind = LAB_NOTHING};
  struct uhid_event event;
  if (!is_ready(device, timeout) || read(device, &event, sizeof event) <= 0)
    return result;
  switch (event.type) {
  case UHID_OUTPUT:
    result.kind = LAB_OUTPUT;
    result.size = event.u.output.size < 64 ? event.u.output.size : 64;
    memcpy(result.bytes, event.u.output.data, result.size);
    result.id = result.bytes[0];
    break;
  case UHID_GET_REPORT:
    result.kind = LAB_GET_FEATURE;
    result.request = event.u.get_report.id;
    result.id = event.u.get_report.rnum;
    break;
  case UHID_SET_REPORT:
    result.kind = LAB_SET_FEATURE;
    result.request = event.u.set_report.id;
    result.id = event.u.set_report.rnum;
    result.size = event.u.set_report.size < 64 ? event.u.set_report.size : 64;
    memcpy(result.bytes, event.u.set_report.data, result.size);
    break;
  }
  return result;
}

void lab_uhid_answer_get(int device, uint32_t request, int error, const uint8_t *report, int size) {
  struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
  event.u.get_report_reply.id = request;
  event.u.get_report_reply.err = error;
  event.u.get_report_reply.size = size;
  if (size > 0)
    memcpy(event.u.get_report_reply.data, report, size);
  if (write(device, &event, sizeof event) < 0)
    perror("uhid");
}

void lab_uhid_answer_set(int device, uint32_t request, int error) {
  struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
  event.u.set_report_reply.id = request;
  event.u.set_report_reply.err = error;
  if (write(device, &event, sizeof event) < 0)
    perror("uhid");
}

int lab_upload(int node, int type, int waveform) {
  struct ff_effect effect = {.type = type, .id = -1};
  if (type == FF_RUMBLE) {
    effect.u.rumble.weak_magnitude = 0x4000;
    effect.replay.length = 10;
  } else {
    uint16_t haptic[6] = {waveform, 0, 0, 100, 0, 0};
    memcpy(&effect.u, haptic, sizeof haptic);
  }
  return ioctl(node, EVIOCSFF, &effect) < 0 ? -errno : effect.id;
}

int lab_erase(int node, int id) { return ioctl(node, EVIOCRMFF, id) < 0 ? -errno : 0; }

int lab_play(int node, int id) {
  struct input_event event = {.type = EV_FF, .code = id, .value = 1};
  return write(node, &event, sizeof event) < 0 ? -errno : 0;
}

int lab_fork(void) { return fork(); }
