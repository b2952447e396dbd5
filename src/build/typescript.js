// Lets Node.js load TypeScript, in the main thread and in worker threads: node --import ./src/build/typescript.js
// (`--import tsx` does so in the main thread alone).
import { register } from "tsx/esm/api";

register();
