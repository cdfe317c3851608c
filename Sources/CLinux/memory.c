#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static bool has_text_relocations(const struct dl_phdr_info *object) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_DYNAMIC)
      continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + segment->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL))
        return true;
  }
  return false;
}

static int forget(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  (void)data;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  if (has_text_relocations(object))
    return 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // What can be written to has been: a private page of it would be lost.
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
      continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
    // It fails for the kernel's own pages (vdso), which are not ours to give back.
    if (end > start)
      madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void clinux_give_back_memory(void) {
  dl_iterate_phdr(forget, NULL);
  malloc_trim(0);
}
