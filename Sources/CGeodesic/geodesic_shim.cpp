#include "geodesic_shim.h"

#include <GeographicLib/Geodesic.hpp>

extern "C" double geodesic_metres(double latitude1, double longitude1, double latitude2,
                                  double longitude2) {
  double metres = 0;
  GeographicLib::Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2,
                                           metres);
  return metres;
}
