// expat, and of it what its releases do not have in common: from 2.9 on the functions that tell a place have other
// names, and those that older ones have are deprecated, which is an error here.

#include <expat.h>
#include <stdint.h>

#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
static inline uint64_t cexpat_column(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }
#else
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber64(parser); }
static inline uint64_t cexpat_column(XML_Parser parser) { return XML_GetCurrentColumnNumber64(parser); }
#endif
