import service from "../../jest.config.js";

/** The tests of the page in a browser: `npm run test:page`. */
export default {
  ...service,
  rootDir: "../..",
  testMatch: ["<rootDir>/test/web/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
