#define _GNU_SOURCE
#include "CLinux.h"

const char *clinux_error_text(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "Unknown error";
}
