import { readFileSync } from "node:fs";
import service from "../../jest.config.js";

/** The folders whose tests start servers, databases and programs, or read files of music. */
const slowFolders = JSON.parse(readFileSync(new URL("slow-folders.json", import.meta.url), "utf8"));

/** The tests of all other folders, each of a part by itself: `npm run test:quick`. */
export default {
  ...service,
  rootDir: "../..",
  testPathIgnorePatterns: [
    ...service.testPathIgnorePatterns,
    ...slowFolders.map((folder) => `<rootDir>/test/${folder}/`),
  ],
};
