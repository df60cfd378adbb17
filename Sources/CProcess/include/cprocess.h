/* What a command is to the system: the words it was called with, the end of its memory, and signals that end it. */
#ifndef CPROCESS_H
#define CPROCESS_H

/* How many words the command was called with, and each of them, whether or not there is a /proc; 0 where nobody says. */
int cprocess_argument_count(void);
const char *cprocess_argument(int index);

/* Lets the first thread go down as deep as rules may nest, which is deeper than eight megabytes. */
void cprocess_deepen_stack(void);

/* From now on, SIGINT, SIGTERM and SIGHUP take unfinished files away before they end the process, unless they are
 * ignored. */
void cprocess_end_tidily(void);

#endif
