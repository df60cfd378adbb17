/* Linked into releases alone; `.ci/release` compiles it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* What `Sources/CRelease` finds. COMMIT and ZONES, a file, come from the command line. */
const char quote_release_commit[] = COMMIT;

__asm__(".section .rodata\n"
        ".global quote_release_zones, quote_release_zones_end\n"
        ".balign 16\n"
        "quote_release_zones:\n"
        ".incbin \"" ZONES "\"\n"
        "quote_release_zones_end:\n"
        ".previous\n");

/* What libraries inside the program call of a newer glibc than 2.34, with which it would not start
 * where there is none. The linker is told to send these calls here. */

/* `hypot` is in Sources/CRelease. */

/* The C++ library's random_device. */
uint32_t __wrap_arc4random(void) {
  uint32_t bits;
  while (getrandom(&bits, sizeof bits, 0) != sizeof bits) {
  }
  return bits;
}

/* The unwinder of libgcc asks in which loaded object an address lies, and where the tables for
 * unwinding are there. Before 2.35 this is what dl_iterate_phdr is for. */
struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

static int holds(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  const ElfW(Phdr) *tables = NULL, *part = NULL;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    if (header->p_type == PT_GNU_EH_FRAME) tables = header;
    const uintptr_t start = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && search->address - start < header->p_memsz) part = header;
  }
  if (part == NULL || tables == NULL) return part != NULL;
  memset(search->found, 0, sizeof *search->found);
  search->found->dlfo_map_start = (void *)(object->dlpi_addr + part->p_vaddr);
  search->found->dlfo_map_end = (char *)search->found->dlfo_map_start + part->p_memsz;
  search->found->dlfo_eh_frame = (void *)(object->dlpi_addr + tables->p_vaddr);
  return 2;
}

int __wrap__dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(holds, &search) == 2 ? 0 : -1;
}
