// Loaded before the program of a server under load: answers each message of its parent with what it asks for of the process with
// all its threads: the processor time so far, microseconds, or the maximum resident memory so far, kilobytes.
process.on("message", (wanted) => {
  const { user, system } = process.cpuUsage();
  process.send(wanted === "maximum memory" ? process.resourceUsage().maxRSS : user + system);
});
// Its channel alone does not keep the process running.
process.channel.unref();
