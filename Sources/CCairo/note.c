// The types of libcairo's header; the library is opened when a picture is drawn (SwipePictures/CairoLibrary.swift).

#include "CLateLibrary.h"

LATE_NOTE("libcairo.so.2", "pictures", "plots as PNG and PDF", "recommended")
