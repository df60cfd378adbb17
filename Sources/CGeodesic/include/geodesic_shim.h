#ifndef GEODESIC_SHIM_H
#define GEODESIC_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

/// Length in metres of the shortest line between two points (degrees) on the
/// WGS 84 ellipsoid. Not a number where a latitude is outside -90...90.
double geodesic_metres(double latitude1, double longitude1, double latitude2,
                       double longitude2);

#ifdef __cplusplus
}
#endif
#endif
