/** Mistakes in the environment; the message lists all of them, one per line. */
export class ConfigError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(["The configuration has mistakes:", ...mistakes.map((line) => `  ${line}`)].join("\n"));
    this.name = "ConfigError";
  }
}
