// Counts the lines in which a file differs from another that is at least as long, line by line; of CSV, the booking's row.
//
// usage: count_differences REFERENCE OTHER
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ios::sync_with_stdio(false);
  std::ifstream a(argv[1]), b(argv[2]);
  if (!a || !b) return 2;
  long long differences = 0, lines = 0;
  for (std::string left, right; std::getline(b, right); lines++)
    if (!std::getline(a, left) || left != right) differences++;
  std::cout << (lines == 0 ? -1 : differences) << "\n";
  return 0;
}
