import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A copy takes milliseconds; a disk that was lost answers never. */
const LIMIT_MILLISECONDS = 30_000;

/**
 * Gives a file the access control list, extended attributes, security label and times of another, on Linux. Node.js has
 * no calls for them; `cp` of GNU coreutils does.
 *
 * @returns whether it has all of them; always true on other systems, where nothing is copied
 */
export async function copyAttributes(from: string, to: string): Promise<boolean> {
  if (process.platform !== "linux") return true;
  try {
    // Named beside `all`, the loss of an extended attribute is a failure, and not a warning.
    const options = ["--attributes-only", "--preserve=all,xattr", "--", from, to];
    await run("cp", options, { timeout: LIMIT_MILLISECONDS });
    return true;
  } catch {
    return false;
  }
}
