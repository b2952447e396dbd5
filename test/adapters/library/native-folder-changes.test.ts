import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("close-deleted-watches.ts", import.meta.url));
const typescript = new URL("../../../src/build/typescript.js", import.meta.url).href;

describe("A watch of a folder", () => {
  it("ends where its folder is deleted at the same time", async () => {
    const run = promisify(execFile);

    const { stdout } = await run(process.execPath, ["--import", typescript, program]);

    expect(stdout).toBe("60\n");
  });
});
