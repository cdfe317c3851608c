// Virtual devices by uinput and uhid, for HapticsLab: their requests are macros and their structures unions.

#pragma once

#include <stdint.h>

/// What a device's owner was asked or told.
enum lab_kind {
  LAB_NOTHING,
  LAB_UPLOAD,
  LAB_ERASE,
  LAB_PLAY,
  LAB_OUTPUT,
  LAB_GET_FEATURE,
  LAB_SET_FEATURE,
};

struct lab_event {
  int32_t kind;
  /// Of the effect, or of the report.
  int32_t id;
  /// Of a play.
  int32_t value;
  /// Of an upload: FF_*.
  int32_t type;
  /// Of an upload: the waveform and the strength, the strong and the weak magnitude, or the waveform and the magnitude.
  int32_t first;
  int32_t second;
  int32_t milliseconds;
  /// Of a report, its id first.
  int32_t size;
  uint8_t bytes[64];
  /// To be answered by lab_uinput_answer or the lab_uhid_answer_* functions.
  uint32_t request;
};

/// A device with these FF_* bits and so many places for effects; its node is written to `node`.
int lab_uinput(const char *name, const uint16_t *bits, int count, int slots, char node[64]);
/// What has come, or LAB_NOTHING after `timeout` ms. A request must be answered.
struct lab_event lab_uinput_next(int device, int timeout);
/// `error` is 0 or an errno.
void lab_uinput_answer(int device, const struct lab_event *event, int error);
void lab_uinput_destroy(int device);

int lab_uhid(const char *name, const uint8_t *descriptor, int size);
struct lab_event lab_uhid_next(int device, int timeout);
void lab_uhid_answer_get(int device, uint32_t request, int error, const uint8_t *report, int size);
void lab_uhid_answer_set(int device, uint32_t request, int error);

/// Uploads a FF_HAPTIC effect (type 0x4f) or a rumble of 10 ms as any program might; its id, or −errno.
int lab_upload(int node, int type, int waveform);
int lab_erase(int node, int id);
int lab_play(int node, int id);
/// Forks; 0 in the child. Swift does not let one call fork.
int lab_fork(void);
