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
  testTimeout: 30_000,
};
