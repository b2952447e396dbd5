import { ConfigError, configFrom } from "../config/config.js";
import { StartError } from "../config/start-error.js";
import { printableText } from "../domain/printable-text.js";
import { endAfterSignals } from "./final-end.js";

try {
  const config = configFrom(process.env);
  // Loaded only now, because it takes a second of processor, which a wrong configuration need not wait for.
  const { serve } = await import("./serve.js");
  endAfterSignals((line) => console.error(line));
  await serve(config, (text) => console.log(printableText(text)));
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof StartError;
  console.error(isExplained ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : error instanceof StartError ? 1 : 70;
}
