/* Arrow's C data interface and C stream interface, as they are published, and loops between its buffers and columns.
 *
 * https://arrow.apache.org/docs/format/CDataInterface.html
 */
#ifndef CARROW_H
#define CARROW_H

#include "carrow_abi.h"
#include "carrow_cells.h"
#include "carrow_made.h"

#endif
