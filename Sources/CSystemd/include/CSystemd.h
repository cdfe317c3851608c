#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-journal.h>

#include "SwipeBusInterface.h"

/// Opens libsystemd, which each of its functions does by itself. Returns 0, or -ELIBACC.
int csystemd_open(void);
