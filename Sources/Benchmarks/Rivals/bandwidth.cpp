// What the machine can do at best: memory copied by one core and by two, and files read from and written to the page cache.
//
// usage: bandwidth INPUT OUTPUT BYTES      prints a name, a tab and a figure a line; medians of seven
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace {

double median(const std::function<void()>& work) {
  std::vector<double> seconds;
  work();
  for (int i = 0; i < 7; i++) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[3];
}

void copy(std::vector<char>& to, const std::vector<char>& from) {
  memcpy(to.data(), from.data(), from.size());
  asm volatile("" : : "r"(to.data()) : "memory");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  constexpr size_t size = 128 << 20, chunk = 1 << 20;
  std::vector<char> a(size, 1), b(size, 2), c(size, 3), d(size, 4);
  const double one = median([&] { copy(b, a); });
  const double two = median([&] {
    std::thread other([&] { copy(d, c); });
    copy(b, a);
    other.join();
  });
  printf("memory copied, one core\t%.1f GB/s\n", (double)size / one / 1e9);
  printf("memory copied, two cores\t%.1f GB/s\n", 2.0 * (double)size / two / 1e9);

  size_t total = 0;
  const double reading = median([&] {
    const int in = open(argv[1], O_RDONLY);
    if (in < 0) exit(2);
    total = 0;
    for (ssize_t n; (n = read(in, a.data(), chunk)) > 0;) total += (size_t)n;
    close(in);
  });
  printf("page cache read, one core\t%.1f GB/s, the input in %.3f s\n", (double)total / reading / 1e9, reading);

  const size_t bytes = (size_t)atoll(argv[3]);
  const double writing = median([&] {
    unlink(argv[2]);
    const int out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0) exit(2);
    for (size_t done = 0; done < bytes;) {
      const ssize_t n = write(out, a.data(), std::min(chunk, bytes - done));
      if (n <= 0) exit(2);
      done += (size_t)n;
    }
    close(out);
  });
  printf("page cache written, one core\t%.1f GB/s, the output in %.3f s\n", (double)bytes / writing / 1e9, writing);
  return 0;
}
