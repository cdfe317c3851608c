#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-journal.h>

#include "SwipeBusInterface.h"
