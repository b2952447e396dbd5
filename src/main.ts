#!/usr/bin/env node
import { ConfigError, configFrom } from "./config.js";
import { serve } from "./serve.js";

try {
  await serve(configFrom(process.env), (text) => console.log(text));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : 70;
}
