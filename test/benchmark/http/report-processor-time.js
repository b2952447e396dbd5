// Loaded before the program of a server under load: answers each message of its parent with the processor time that
// the process, with all its threads, has taken so far: microseconds.
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
// Its channel alone does not keep the process running.
process.channel.unref();
