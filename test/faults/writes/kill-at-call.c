/*
 * A library for LD_PRELOAD: ends the process by SIGKILL before one of its calls that change files. KILL_AT_CALL is the number of
 * the call, from 1. The call of a pwrite first writes half of its bytes, as a kill in the middle of it may.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/types.h>

static atomic_long calls;

/* Returns whether the process is to end now. */
static int is_last(void) {
  const char *number = getenv("KILL_AT_CALL");
  return number != NULL && atomic_fetch_add(&calls, 1) + 1 == atol(number);
}

#define OWN(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  if (is_last()) {
    OWN(pwrite64)(file, bytes, count / 2, offset);
    raise(SIGKILL);
  }
  return OWN(pwrite64)(file, bytes, count, offset);
}

int fsync(int file) {
  if (is_last()) raise(SIGKILL);
  return OWN(fsync)(file);
}

int fdatasync(int file) {
  if (is_last()) raise(SIGKILL);
  return OWN(fdatasync)(file);
}

int ftruncate64(int file, off64_t length) {
  if (is_last()) raise(SIGKILL);
  return OWN(ftruncate64)(file, length);
}

int unlink(const char *path) {
  if (is_last()) raise(SIGKILL);
  return OWN(unlink)(path);
}

int rename(const char *from, const char *to) {
  if (is_last()) raise(SIGKILL);
  return OWN(rename)(from, to);
}
