/** Returns how long the event loop of this thread has been busy since it began, milliseconds. */
export const busyTime = (): number => performance.eventLoopUtilization().active;
