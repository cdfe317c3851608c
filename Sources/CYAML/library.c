// libyaml, opened when a configuration or a trace is read.

#include "CYAML.h"
#include "CLateLibrary.h"

#define FUNCTIONS(NUMBER, POINTER, NOTHING) \
  NUMBER(int, yaml_parser_initialize, (yaml_parser_t *parser), (parser)) \
  NOTHING(void, yaml_event_delete, (yaml_event_t *event), (event)) \
  NOTHING(void, yaml_parser_delete, (yaml_parser_t *parser), (parser)) \
  NUMBER(int, yaml_parser_parse, (yaml_parser_t *parser, yaml_event_t *event), (parser, event)) \
  NOTHING(void, yaml_parser_set_encoding, (yaml_parser_t *parser, yaml_encoding_t encoding), (parser, encoding)) \
  NOTHING(void, yaml_parser_set_input_string, (yaml_parser_t *parser, const unsigned char *text, size_t size), \
    (parser, text, size))

LATE_LIBRARY("libyaml-0.so.2", "yaml", "configuration and traces", FUNCTIONS)
