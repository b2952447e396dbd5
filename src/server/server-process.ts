import { configFrom } from "../config/config.js";
import { ConfigError } from "../config/config-error.js";
import { misspeltSettings } from "../config/misspelt-settings.js";
import { StartError } from "../config/start-error.js";
import { printableLines } from "../domain/printable-text.js";
import { endAfterSignals } from "./final-end.js";

/** A start that takes longer says so, because what it waits for may never answer. */
const START_MILLISECONDS = 30_000;

const late = setTimeout(() => {
  console.error(
    `The server is still starting after ${START_MILLISECONDS / 1000} s. Perhaps its database, the disk of DATA_DIR or a library folder does not respond.`,
  );
}, START_MILLISECONDS).unref();

try {
  for (const line of misspeltSettings(process.env)) console.error(line);
  const config = configFrom(process.env);
  // Loaded only now, because it takes a second of processor, which a wrong configuration need not wait for.
  const { serve } = await import("./serve.js");
  endAfterSignals((line) => console.error(line));
  await serve(config, (text) => {
    clearTimeout(late);
    console.log(printableLines(text.split("\n")));
  });
} catch (error) {
  clearTimeout(late);
  const isExplained = error instanceof ConfigError || error instanceof StartError;
  console.error(isExplained ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : error instanceof StartError ? 1 : 70;
}
