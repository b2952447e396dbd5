import service from "../../jest.config.js";

/** The tests that need packages of this folder: `npm run test:tools`. */
export default {
  ...service,
  rootDir: "../..",
  testMatch: ["<rootDir>/test/tools/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
