import { ConfigError, configFrom } from "../config/config.js";
import { serve } from "./serve.js";
import { StartError } from "../config/start-error.js";

try {
  await serve(configFrom(process.env), (text) => console.log(text));
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof StartError;
  console.error(isExplained ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : error instanceof StartError ? 1 : 70;
}
