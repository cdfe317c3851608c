#include <stdlib.h>
#include <systemd/sd-bus.h>

#include "SwipeBusInterface.h"
