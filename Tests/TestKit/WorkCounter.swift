import Foundation

/// How much a command does, whatever else the machine is doing meanwhile: the objects that it
/// makes, the references to them that it counts, and the memory that it asks for and compares.
///
/// A program that is linked to the language's own library says so to whoever stands in front of
/// that library. A small one of ours does, built with the C compiler.
package struct WorkCounter {
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>

    static unsigned long done;

    static void *find(const char *name, void **kept) {
      __atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
      if (!*kept) *kept = dlsym(RTLD_NEXT, name);
      return *kept;
    }

    void *swift_retain(void *object) {
      static void *next;
      return ((void *(*)(void *))find("swift_retain", &next))(object);
    }
    void swift_release(void *object) {
      static void *next;
      ((void (*)(void *))find("swift_release", &next))(object);
    }
    void *swift_bridgeObjectRetain(void *object) {
      static void *next;
      return ((void *(*)(void *))find("swift_bridgeObjectRetain", &next))(object);
    }
    void *swift_allocObject(void *type, size_t size, size_t alignment) {
      static void *next;
      return ((void *(*)(void *, size_t, size_t))find("swift_allocObject", &next))(
          type, size, alignment);
    }
    void swift_beginAccess(void *at, void *buffer, size_t flags, void *from) {
      static void *next;
      ((void (*)(void *, void *, size_t, void *))find("swift_beginAccess", &next))(
          at, buffer, flags, from);
    }
    extern void *__libc_malloc(size_t size);
    void *malloc(size_t size) {
      __atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
      return __libc_malloc(size);
    }
    int memcmp(const void *a, const void *b, size_t count) {
      static void *next;
      return ((int (*)(const void *, const void *, size_t))find("memcmp", &next))(a, b, count);
    }

    __attribute__((destructor)) static void tell(void) {
      const char *path = getenv("QUOTE_WORK");
      FILE *file = path ? fopen(path, "w") : NULL;
      if (file) fprintf(file, "%lu", done), fclose(file);
    }
    """

  private let shell: Shell

  /// Work could not be counted, and so not be held against anything.
  package struct NotCounted: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ shell: Shell) throws {
    self.shell = shell
    try Data(Self.source.utf8).write(to: shell.folder.appending(path: "work.c"))
    let made = try shell.run(
      "cc -O1 -fno-builtin -shared -fPIC -D_FORTIFY_SOURCE=0 -o work.so work.c -ldl")
    guard made.status == 0 else { throw NotCounted(description: made.output) }
  }

  /// What a command does that ends with 0, or with 1 because bookings are at fault or differ.
  package func work(of command: String) throws -> Int {
    let told = shell.folder.appending(path: "work.txt")
    try? FileManager.default.removeItem(at: told)
    let preload = "LD_PRELOAD=$PWD/work.so QUOTE_WORK=\(told.path)"
    let outcome = try shell.run("\(preload) \(command) 2>&1 > /dev/null")
    guard outcome.status < 2,
      let done = (try? String(contentsOf: told, encoding: .utf8)).flatMap({ Int($0) })
    else { throw NotCounted(description: "\(command): \(outcome)") }
    return done
  }
}
