import { readFileSync } from "node:fs";

const swc = JSON.parse(readFileSync(new URL(".swcrc", import.meta.url), "utf8"));

export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.ts$": ["@swc/jest", swc] },
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  setupFiles: ["<rootDir>/test/setup.ts"],
  modulePathIgnorePatterns: ["<rootDir>/dist"],
  coverageProvider: "v8",
  // One fewer, as Jest has it, would leave half of a machine with two cores idle.
  maxWorkers: "100%",
  // Tests that start processes compile their sources anew, which takes seconds on a busy machine.
  testTimeout: 120_000,
};
