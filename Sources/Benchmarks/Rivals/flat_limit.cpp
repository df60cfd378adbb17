// The limit: the flat workload priced by a program written by hand for exactly its rules and its file.
//
// usage: flat_limit IN.csv OUT.csv [THREADS [phases]]      build: g++ -O3 -march=native -std=c++17 -pthread
//
// With `phases`, the seconds of each phase, of all threads together, go to standard error.
//
// Nothing is declared, checked or explained here; it exists to say how fast the machine can do this work.
// Chunks are read whole, separators found 32 bytes at a time, every field taken at its known place, figures
// are constants, and each thread writes its own chunk's output at its place in the file as soon as the sizes
// before it are known, so that reading, pricing and writing overlap.
#include <fcntl.h>
#include <immintrin.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr size_t kChunk = 1 << 20, kSlack = 256;

struct Digits {  // 0 … 9999 as text without leading zeros, left aligned, and its length
  char text[10000][4];
  uint8_t length[10000];
  char cents[100][4];
  Digits() {
    for (int i = 0; i < 10000; i++) {
      char b[8];
      length[i] = (uint8_t)snprintf(b, sizeof b, "%d", i);
      memcpy(text[i], b, 4);
    }
    for (int i = 0; i < 100; i++) {
      char b[8];
      snprintf(b, sizeof b, ".%02d,", i);
      memcpy(cents[i], b, 4);
    }
  }
} const digits;

inline char* money(char* out, uint64_t cents) {
  uint64_t units = cents / 100, rest = cents % 100;
  if (__builtin_expect(units >= 10000, 0)) {
    uint64_t high = units / 10000, low = units % 10000;
    out += snprintf(out, 24, "%llu%04llu", (unsigned long long)high, (unsigned long long)low);
  } else {
    memcpy(out, digits.text[units], 4);
    out += digits.length[units];
  }
  memcpy(out, digits.cents[rest], 4);
  return out + 4;
}

inline int two(const char* p) { return (p[0] - '0') * 10 + p[1] - '0'; }

inline uint32_t four(const char* p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

struct Years {  // days of a year before each month, without and with a leap day
  int month[2][16];
  Years() {
    const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int leap = 0; leap < 2; leap++)
      for (int m = 1, day = 0; m <= 12; m++) month[leap][m] = day, day += lengths[m - 1] + (leap && m == 2);
  }
} const years;

struct Year {  // the year last seen: hardly ever another
  uint32_t digits = 0;
  int start = 0, leap = 0;
};

inline int days(const char* p, Year& year) {  // YYYY-MM-DD to days since 0000-03-01
  if (__builtin_expect(four(p) != year.digits, 0)) {
    const int y = two(p) * 100 + two(p + 2), before = y - 1;
    year.digits = four(p);
    year.start = before * 365 + before / 4 - before / 100 + before / 400 + 306;
    year.leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
  }
  return year.start + years.month[year.leap][two(p + 5)] + two(p + 8) - 1;
}

// unit price in dollars by first and third letter of the category, and the first letter of the size
struct Prices {
  uint16_t of[256][4] = {};
  static unsigned slot(const char* c) { return ((uint8_t)c[0] * 7u + (uint8_t)c[2]) & 255; }
  static unsigned size(char s) { return s == 's' ? 0 : s == 'm' ? 1 : s == 'l' ? 2 : 3; }
  void set(const char* c, int s, int m, int l, int n) {
    uint16_t* row = of[slot(c)];
    row[0] = s, row[1] = m, row[2] = l, row[3] = n;
  }
  Prices() {
    set("furniture", 45, 65, 85, 65), set("appliances", 60, 90, 120, 90), set("electronics", 25, 35, 50, 35);
    set("hot_tub", 250, 325, 400, 325), set("yard_waste", 35, 35, 35, 35), set("construction", 55, 55, 55, 55);
    set("general", 30, 30, 30, 30), set("mattress", 50, 50, 50, 50), set("other", 30, 30, 30, 30);
  }
} const prices;

inline uint64_t tenths(const char* p, const char* end) {
  uint64_t v = 0;
  for (; p < end; p++)
    if (*p != '.') v = v * 10 + (uint64_t)(*p - '0');
  return v;
}

inline char* price(const char* row, const uint32_t* at, const char* base, char* out, Year& year) {
  const char* service = base + at[0] + 1;
  uint64_t subtotal = 0, discount = 0;
  if (*service == 'j') {
    const char *category = base + at[1] + 1, *q = base + at[3] + 1, *end = base + at[4];
    unsigned quantity = (unsigned)(q[0] - '0');
    for (q++; q < end; q++) quantity = quantity * 10 + (unsigned)(*q - '0');
    unsigned rate = quantity >= 16 ? 20 : quantity >= 8 ? 15 : quantity >= 4 ? 10 : 0;
    subtotal = 100ull * prices.of[Prices::slot(category)][Prices::size(base[at[2] + 1])] * quantity;
    discount = (subtotal * rate + 50) / 100;
  } else if (*service == 't') {
    const char c = base[at[4] + 1];
    subtotal = c == 'q' ? 13125 : c == 'h' ? 18750 : c == 't' ? 24375 : 30000;
  } else {
    uint64_t t = tenths(base + at[7] + 1, base + at[8]);
    uint64_t first = t < 1000 ? t : 1000, second = t < 5000 ? t : 5000;
    subtotal = 50000 + (base[at[5] + 1] == 'f' ? 15000 : 0) + (base[at[6] + 1] == 't' ? 20000 : 0) +
               first * 15 + (second - first) * 10 + (t - second) * 7;
  }
  int scheduled = days(base + at[8] + 1, year), lead = scheduled - days(base + at[9] + 1, year);
  unsigned weekday = (unsigned)(scheduled + 2) % 7;  // Monday 0
  unsigned surge = (lead <= 0 ? 25 : lead == 1 ? 10 : 0) + (weekday >= 5 ? 15 : 0);
  uint64_t net = subtotal - discount, surged = (net * (100 + surge) + 50) / 100;
  uint64_t fee = (surged * 8 + 50) / 100, total = surged + fee;
  if (total < 8900) total = 8900;
  size_t key = (size_t)(base + at[0] - row) + 1;
  if (__builtin_expect(key <= 16, 1)) {
    _mm_storeu_si128((__m128i*)out, _mm_loadu_si128((const __m128i*)row));
  } else {
    memcpy(out, row, key);
  }
  out += key;
  out = money(out, subtotal);
  *out = '-';
  out = money(out + (discount != 0), discount);
  out = money(out, surged - net);
  out = money(out, fee);
  out = money(out, total);
  out[-1] = '\n';
  return out;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Shared {
  int in, out;
  std::atomic<int64_t> phases[4] = {};  // reading, finding separators, pricing and printing, writing; nanoseconds
  size_t size, chunks;
  std::atomic<size_t> next{0};
  std::vector<std::atomic<int64_t>> offset;  // where each chunk's output begins; -1 unknown yet
  Shared(size_t n) : chunks(n), offset(n + 1) {
    for (auto& o : offset) o.store(-1, std::memory_order_relaxed);
  }
};

void read_fully(int fd, char* to, size_t n, size_t at) {
  while (n) {
    ssize_t got = pread(fd, to, n, (off_t)at);
    if (got <= 0) exit(2);
    to += got, n -= (size_t)got, at += (size_t)got;
  }
}

void write_fully(int fd, const char* from, size_t n, size_t at) {
  while (n) {
    ssize_t put = pwrite(fd, from, n, (off_t)at);
    if (put <= 0) exit(2);
    from += put, n -= (size_t)put, at += (size_t)put;
  }
}

void work(Shared& s) {
  std::vector<char> in(kChunk + 2 * kSlack), out(kChunk + kChunk / 2 + 4096);
  std::vector<uint32_t> at(kChunk + kSlack);
  for (size_t chunk; (chunk = s.next.fetch_add(1)) < s.chunks;) {
    // A chunk owns the rows that begin in it: it looks one byte back and reads past its end to the next newline.
    size_t from = chunk * kChunk, back = chunk ? 1 : 0;
    size_t n = kChunk + kSlack < s.size - from ? kChunk + kSlack : s.size - from;
    double times[5] = {now()};
    read_fully(s.in, in.data(), n + back, from - back);
    times[1] = now();
    const char* base = in.data();
    size_t stop = (kChunk < s.size - from ? kChunk : s.size - from) + back;
    const char* first = (const char*)memchr(base, '\n', n + back);
    size_t begin = (size_t)(first - base) + 1;
    if (begin > stop) begin = stop;
    size_t end = stop;
    if (base[end - 1] != '\n') end = (size_t)((const char*)memchr(base + end, '\n', n + back - end) - base) + 1;

    uint32_t* p = at.data();
    const __m256i comma = _mm256_set1_epi8(','), newline = _mm256_set1_epi8('\n');
    for (size_t i = begin; i < end; i += 64) {
      __m256i a = _mm256_loadu_si256((const __m256i*)(base + i)), b = _mm256_loadu_si256((const __m256i*)(base + i + 32));
      uint64_t low = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi8(a, comma), _mm256_cmpeq_epi8(a, newline)));
      uint64_t high = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi8(b, comma), _mm256_cmpeq_epi8(b, newline)));
      uint64_t mask = low | high << 32;
      if (end - i < 64) mask &= (1ull << (end - i)) - 1;
      int count = __builtin_popcountll(mask);
      for (int k = 0; k < 12; k++, mask &= mask - 1) p[k] = (uint32_t)i + (uint32_t)__builtin_ctzll(mask | 1ull << 63);
      if (__builtin_expect(count > 12, 0))
        for (int k = 12; k < count; k++, mask &= mask - 1) p[k] = (uint32_t)i + (uint32_t)__builtin_ctzll(mask);
      p += count;
    }
    times[2] = now();
    char* o = out.data();
    Year year;
    const char* row = base + begin;
    for (const uint32_t* f = at.data(); f < p; f += 11) {
      o = price(row, f, base, o, year);
      row = base + f[10] + 1;
    }
    size_t length = (size_t)(o - out.data());
    times[3] = now();
    int64_t place;
    while ((place = s.offset[chunk].load(std::memory_order_acquire)) < 0) _mm_pause();
    s.offset[chunk + 1].store(place + (int64_t)length, std::memory_order_release);
    write_fully(s.out, out.data(), length, (size_t)place);
    times[4] = now();
    for (int i = 0; i < 4; i++) s.phases[i].fetch_add((int64_t)((times[i + 1] - times[i]) * 1e9), std::memory_order_relaxed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  unsigned threads = argc > 3 ? (unsigned)atoi(argv[3]) : std::thread::hardware_concurrency();
  int in = open(argv[1], O_RDONLY), out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  struct stat st;
  if (in < 0 || out < 0 || fstat(in, &st)) return 2;
  Shared s(((size_t)st.st_size + kChunk - 1) / kChunk);
  s.in = in, s.out = out, s.size = (size_t)st.st_size;
  static const char header[] = "booking_id,subtotal,volume_discount,surge_amount,service_fee,total\n";
  write_fully(out, header, sizeof header - 1, 0);
  s.offset[0].store((int64_t)sizeof header - 1);
  std::vector<std::thread> team;
  for (unsigned i = 1; i < threads; i++) team.emplace_back(work, std::ref(s));
  work(s);
  for (auto& t : team) t.join();
  if (argc > 4)
    for (auto& phase : s.phases) fprintf(stderr, "%.9f\n", (double)phase.load() / 1e9);
  return close(out) ? 2 : 0;
}
