// The evaluator's limit: the flat workload's arithmetic as one loop written by hand over columns in memory.
//
// usage: flat_fused IN.csv [ROUNDS]      build: g++ -O3 -march=native -mprefer-vector-width=512 -mtune=icelake-server -std=c++17
//
// Reading is not measured. Columns are as wide as the engine's own (choices 32 bits, numbers and days 64, flags 8; the
// category and the size, texts to the engine, are already small codes here), and so are the five columns of answers, which go
// into a block of 1,024 rows that is used again and again, as the engine's do. Prints the seconds of each round, wall and processor,
// of two loops: one with a branch for each service, one without branches, which the compiler makes vector code of.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

struct Columns {
  std::vector<int32_t> service, category, size, fill;
  std::vector<uint8_t> running, enclosed;
  std::vector<int64_t> quantity, distance, scheduled, quoted;
};

struct Block {
  int64_t subtotal[1024], discount[1024], surge[1024], fee[1024], total[1024];
};

int64_t days(const char* p) {
  int y = atoi(std::string(p, 4).c_str()), m = atoi(std::string(p + 5, 2).c_str()), d = atoi(std::string(p + 8, 2).c_str());
  y -= m <= 2;
  return y * 365 + y / 4 - y / 100 + y / 400 + (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;
}

int32_t code(const std::string& cell, std::initializer_list<const char*> words) {
  int32_t i = 0;
  for (const char* word : words) {
    if (cell == word) return i;
    i++;
  }
  return i;
}

Columns read(const char* path) {
  Columns c;
  FILE* file = fopen(path, "r");
  if (!file) exit(2);
  char line[512];
  bool header = true;
  while (fgets(line, sizeof line, file)) {
    if (header) {
      header = false;
      continue;
    }
    std::vector<std::string> cells(1);
    for (const char* p = line; *p && *p != '\n'; p++)
      if (*p == ',') cells.emplace_back();
      else cells.back().push_back(*p);
    c.service.push_back(code(cells[1], {"junk_removal", "truck_fill"}));
    c.category.push_back(code(cells[2], {"furniture", "appliances", "electronics", "hot_tub", "yard_waste", "construction", "mattress"}));
    c.size.push_back(code(cells[3], {"small", "medium", "large"}));
    c.quantity.push_back(atoll(cells[4].c_str()));
    c.fill.push_back(code(cells[5], {"quarter", "half", "three_quarter"}));
    c.running.push_back(cells[6] != "false");
    c.enclosed.push_back(cells[7] == "true");
    c.distance.push_back((int64_t)(atof(cells[8].c_str()) * 10 + 0.5));
    c.scheduled.push_back(days(cells[9].c_str()));
    c.quoted.push_back(days(cells[10].c_str()));
  }
  fclose(file);
  return c;
}

alignas(64) const int64_t prices[8][4] = {{4500, 6500, 8500, 6500},     {6000, 9000, 12000, 9000}, {2500, 3500, 5000, 3500},
                                          {25000, 32500, 40000, 32500}, {3500, 3500, 3500, 3500},  {5500, 5500, 5500, 5500},
                                          {5000, 5000, 5000, 5000},     {3000, 3000, 3000, 3000}};
alignas(64) const int64_t fills[4] = {13125, 18750, 24375, 30000};

inline int64_t transport(int64_t t, bool running, bool enclosed) {
  int64_t first = std::min<int64_t>(t, 1000), second = std::min<int64_t>(t, 5000);
  return 50000 + (running ? 0 : 15000) + (enclosed ? 20000 : 0) + first * 15 + (second - first) * 10 + (t - second) * 7;
}

template <bool branches>
__attribute__((noinline)) void price(const Columns& c, size_t start, size_t n, Block& out) {
  const int32_t* __restrict service = c.service.data() + start;
  const int32_t* __restrict category = c.category.data() + start;
  const int32_t* __restrict size = c.size.data() + start;
  const int32_t* __restrict fill = c.fill.data() + start;
  const uint8_t* __restrict running = c.running.data() + start;
  const uint8_t* __restrict enclosed = c.enclosed.data() + start;
  const int64_t* __restrict quantity = c.quantity.data() + start;
  const int64_t* __restrict distance = c.distance.data() + start;
  const int64_t* __restrict scheduled = c.scheduled.data() + start;
  const int64_t* __restrict quoted = c.quoted.data() + start;
  Block& __restrict to = out;
#pragma GCC ivdep
  for (size_t i = 0; i < n; i++) {
    const int64_t q = quantity[i];
    int64_t subtotal, rate;
    if (branches) {
      rate = 0;
      if (service[i] == 0) {
        subtotal = prices[category[i]][size[i]] * q;
        rate = q >= 16 ? 20 : q >= 8 ? 15 : q >= 4 ? 10 : 0;
      } else {
        subtotal = service[i] == 1 ? fills[fill[i]] : transport(distance[i], running[i], enclosed[i]);
      }
    } else {
      const int64_t junk = service[i] == 0 ? -1 : 0, truck = service[i] == 1 ? -1 : 0;
      subtotal = (junk & ((&prices[0][0])[category[i] * 4 + size[i]] * q)) | (truck & fills[fill[i]]) |
                 (~(junk | truck) & transport(distance[i], running[i], enclosed[i]));
      rate = junk & ((q >= 4 ? 10 : 0) + (q >= 8 ? 5 : 0) + (q >= 16 ? 5 : 0));
    }
    // What is divided fits 32 bits, so that the compiler multiplies in 64 instead.
    const int64_t discount = (uint32_t)(subtotal * rate + 50) / 100u, net = subtotal - discount;
    const int64_t lead = scheduled[i] - quoted[i];
    const uint32_t weekday = (uint32_t)(scheduled[i] + 2) % 7u;
    const int64_t surge = (lead <= 0 ? 25 : lead == 1 ? 10 : 0) + (weekday >= 5 ? 15 : 0);
    const int64_t surged = (uint32_t)(net * (100 + surge) + 50) / 100u;
    const int64_t fee = (uint32_t)(surged * 8 + 50) / 100u;
    to.subtotal[i] = subtotal;
    to.discount[i] = -discount;
    to.surge[i] = surged - net;
    to.fee[i] = fee;
    to.total[i] = std::max<int64_t>(surged + fee, 8900);
  }
}

struct Time {
  double wall, processor;
};

double now(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

template <bool branches>
Time run(const Columns& c, Block& out) {
  const Time start = {now(CLOCK_MONOTONIC), now(CLOCK_THREAD_CPUTIME_ID)};
  for (size_t i = 0; i < c.service.size(); i += 1024) {
    price<branches>(c, i, std::min<size_t>(1024, c.service.size() - i), out);
    asm volatile("" : : "r"(&out) : "memory");
  }
  return {now(CLOCK_MONOTONIC) - start.wall, now(CLOCK_THREAD_CPUTIME_ID) - start.processor};
}

template <bool branches>
void sums(const Columns& c, Block& out) {
  int64_t sum[5] = {};
  for (size_t i = 0; i < c.service.size(); i += 1024) {
    const size_t n = std::min<size_t>(1024, c.service.size() - i);
    price<branches>(c, i, n, out);
    for (size_t k = 0; k < n; k++) {
      sum[0] += out.subtotal[k], sum[1] += out.discount[k], sum[2] += out.surge[k], sum[3] += out.fee[k], sum[4] += out.total[k];
    }
  }
  printf("sums %lld %lld %lld %lld %lld\n", (long long)sum[0], (long long)sum[1], (long long)sum[2], (long long)sum[3], (long long)sum[4]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Columns c = read(argv[1]);
  Block* out = new Block();
  sums<true>(c, *out);
  sums<false>(c, *out);
  const int rounds = argc > 2 ? atoi(argv[2]) : 7;
  for (int i = 0; i < rounds; i++) {
    const Time a = run<true>(c, *out), b = run<false>(c, *out);
    printf("round %.9f %.9f %.9f %.9f\n", a.wall, a.processor, b.wall, b.processor);
  }
  return 0;
}
