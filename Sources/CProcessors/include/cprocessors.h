#ifndef CPROCESSORS_H
#define CPROCESSORS_H

/* How many processors the calling thread may run on: those that taskset, cgroups' sets and the like leave it. Zero where
 * the system does not say. */
int cprocessors_allowed(void);

#endif
