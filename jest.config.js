export default {
  // Runs test files in plain Node.js threads, which load each module once, instead of in a context each.
  runner: "jest-light-runner",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // Those in a browser, and those that need tools, have commands of their own: `npm run test:page`, `npm run test:tools`.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/web/", "<rootDir>/test/tools/"],
  globalSetup: "<rootDir>/test/run/set-up.js",
  globalTeardown: "<rootDir>/test/run/tear-down.js",
  setupFiles: ["<rootDir>/test/setup.ts", "<rootDir>/test/time-limit.ts"],
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/test/tools/node_modules"],
  // For Jest's search of the tests that a changed file concerns; Node.js loads the files itself.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  // One fewer, as Jest has it, would leave half of a machine with two cores idle.
  maxWorkers: "100%",
};
