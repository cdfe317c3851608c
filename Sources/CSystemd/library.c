// libsystemd, with the five libraries that it brings along on bookworm, opened when somebody wants a bus
// (docs/decisions.md).

#include "CSystemd.h"
#include "CLateLibrary.h"

#define FUNCTIONS(NUMBER, POINTER, NOTHING) \
  NUMBER(int, sd_journal_stream_fd, (const char *name, int priority, int levels), (name, priority, levels)) \
  NUMBER(int, sd_bus_new, (sd_bus **bus), (bus)) \
  NUMBER(int, sd_bus_path_encode, (const char *prefix, const char *name, char **path), (prefix, name, path)) \
  NUMBER(int, sd_bus_add_fallback_vtable, \
    (sd_bus *bus, sd_bus_slot **slot, const char *prefix, const char *interface, const sd_bus_vtable *vtable, \
     sd_bus_object_find_t find, void *userdata), \
    (bus, slot, prefix, interface, vtable, find, userdata)) \
  NUMBER(int, sd_bus_add_match_async, \
    (sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler_t callback, \
     sd_bus_message_handler_t install_callback, void *userdata), \
    (bus, slot, match, callback, install_callback, userdata)) \
  NUMBER(int, sd_bus_add_node_enumerator, \
    (sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_node_enumerator_t callback, void *userdata), \
    (bus, slot, path, callback, userdata)) \
  NUMBER(int, sd_bus_add_object_manager, (sd_bus *bus, sd_bus_slot **slot, const char *path), (bus, slot, path)) \
  NUMBER(int, sd_bus_add_object_vtable, \
    (sd_bus *bus, sd_bus_slot **slot, const char *path, const char *interface, const sd_bus_vtable *vtable, \
     void *userdata), \
    (bus, slot, path, interface, vtable, userdata)) \
  NUMBER(int, sd_bus_call_async, \
    (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, sd_bus_message_handler_t callback, void *userdata, \
     uint64_t usec), \
    (bus, slot, message, callback, userdata, usec)) \
  NOTHING(void, sd_bus_close, (sd_bus *bus), (bus)) \
  POINTER(sd_bus *, sd_bus_close_unref, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_emit_object_added, (sd_bus *bus, const char *path), (bus, path)) \
  NUMBER(int, sd_bus_emit_object_removed, (sd_bus *bus, const char *path), (bus, path)) \
  NUMBER(int, sd_bus_emit_properties_changed_strv, \
    (sd_bus *bus, const char *path, const char *interface, char **names), \
    (bus, path, interface, names)) \
  POINTER(sd_bus_message *, sd_bus_get_current_message, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_get_events, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_get_fd, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_get_n_queued_write, (sd_bus *bus, uint64_t *count), (bus, count)) \
  NUMBER(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *timeout), (bus, timeout)) \
  NUMBER(int, sd_bus_is_open, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_is_ready, (sd_bus *bus), (bus)) \
  NUMBER(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *p), (message, type, p)) \
  NUMBER(int, sd_bus_message_at_end, (sd_bus_message *message, int complete), (message, complete)) \
  NUMBER(int, sd_bus_message_close_container, (sd_bus_message *message), (message)) \
  NUMBER(int, sd_bus_message_enter_container, \
    (sd_bus_message *message, char type, const char *contents), \
    (message, type, contents)) \
  NUMBER(int, sd_bus_message_exit_container, (sd_bus_message *message), (message)) \
  POINTER(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *message), (message)) \
  POINTER(const char *, sd_bus_message_get_member, (sd_bus_message *message), (message)) \
  POINTER(const char *, sd_bus_message_get_path, (sd_bus_message *message), (message)) \
  POINTER(const char *, sd_bus_message_get_sender, (sd_bus_message *message), (message)) \
  NUMBER(int, sd_bus_message_new_method_call, \
    (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface, const \
     char *member), \
    (bus, message, destination, path, interface, member)) \
  NUMBER(int, sd_bus_message_new_method_error, \
    (sd_bus_message *call, sd_bus_message **message, const sd_bus_error *error), \
    (call, message, error)) \
  NUMBER(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message)) \
  NUMBER(int, sd_bus_message_new_signal, \
    (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member), \
    (bus, message, path, interface, member)) \
  NUMBER(int, sd_bus_message_open_container, \
    (sd_bus_message *message, char type, const char *contents), \
    (message, type, contents)) \
  NUMBER(int, sd_bus_message_peek_type, \
    (sd_bus_message *message, char *type, const char **contents), \
    (message, type, contents)) \
  NUMBER(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *p), (message, type, p)) \
  POINTER(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *message), (message)) \
  NUMBER(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int yes), (message, yes)) \
  NUMBER(int, sd_bus_message_set_destination, (sd_bus_message *message, const char *destination), (message, destination)) \
  NUMBER(int, sd_bus_message_skip, (sd_bus_message *message, const char *types), (message, types)) \
  POINTER(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message)) \
  NUMBER(int, sd_bus_negotiate_fds, (sd_bus *bus, int yes), (bus, yes)) \
  NUMBER(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message), (bus, message)) \
  NUMBER(int, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie)) \
  NUMBER(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address)) \
  NUMBER(int, sd_bus_set_bus_client, (sd_bus *bus, int yes), (bus, yes)) \
  NUMBER(int, sd_bus_set_method_call_timeout, (sd_bus *bus, uint64_t usec), (bus, usec)) \
  NUMBER(int, sd_bus_set_watch_bind, (sd_bus *bus, int yes), (bus, yes)) \
  NUMBER(int, sd_bus_slot_set_destroy_callback, (sd_bus_slot *slot, sd_bus_destroy_t callback), (slot, callback)) \
  NUMBER(int, sd_bus_slot_set_floating, (sd_bus_slot *slot, int yes), (slot, yes)) \
  POINTER(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *slot), (slot)) \
  NUMBER(int, sd_bus_start, (sd_bus *bus), (bus)) \
  POINTER(sd_bus *, sd_bus_unref, (sd_bus *bus), (bus))

LATE_LIBRARY("libsystemd.so.0", "bus", "requests and session over D-Bus", FUNCTIONS)

int csystemd_open(void) { return late_library_open(&library); }

// A vtable points to it, which would have the linker ask for the library. Its value is read by nobody; that there is one
// says that the vtable has features (sd-bus-object.c of systemd 252, `vtable_features`).
LATE_HIDDEN const unsigned sd_bus_object_vtable_format = 242;
