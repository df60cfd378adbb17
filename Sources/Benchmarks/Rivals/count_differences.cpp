// Holds the lines of a file against those of another that is at least as long; of CSV, a line is a booking's row.
//
// usage: count_differences REFERENCE OTHER      prints how many lines of OTHER the reference does not have, and how many it has elsewhere
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <unordered_map>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ios::sync_with_stdio(false);
  std::ifstream a(argv[1]), b(argv[2]);
  if (!a || !b) return 2;
  // Lines that stand in the same place need no counting; the rest by their hash, which 64 bits make unique enough.
  std::unordered_map<size_t, long long> left;
  const std::hash<std::string> hash;
  long long lines = 0, apart = 0;
  for (std::string ours, theirs; std::getline(b, theirs); lines++) {
    const bool more = static_cast<bool>(std::getline(a, ours));
    if (more && ours == theirs) continue;
    apart++;
    if (more) left[hash(ours)]++;
    left[hash(theirs)]--;
  }
  long long missing = 0;
  for (const auto& [_, count] : left)
    if (count < 0) missing -= count;
  if (lines == 0) return 2;
  std::cout << missing << " " << apart - missing << "\n";
  return 0;
}
