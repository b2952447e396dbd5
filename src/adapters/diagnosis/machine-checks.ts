import { execFile } from "node:child_process";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import {
  endOfNode,
  minNodeVersion,
  runsOnNode,
  supportedNodeLines,
} from "../../domain/operations/supported-node.js";
import type { FindingState } from "../../domain/operations/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { systemCodeOf } from "../runtime/system-error.js";

const execute = promisify(execFile);

const GIBIBYTE = 2 ** 30;
/** Warning below this: enough for the uploads and analyses of a busy day. */
const ENOUGH_BYTES = GIBIBYTE;
/** Failure below this: a database that cannot grow by so much fails soon. */
const MIN_FREE_BYTES = GIBIBYTE / 16;

const FFMPEG_ADVICE =
  "Without it, AAC, ALAC, WMA and other rare formats cannot be decoded; all others can. Install " +
  "ffmpeg with your package manager, so that it is on the PATH.";

/**
 * Checks whether the version of Node.js is supported: it runs this program, and gets security fixes.
 *
 * @param version as Node.js writes it, e.g. "20.19.0"
 */
export const nodeCheck = (version = process.versions.node): Check => ({
  what: "node",
  run: () => Promise.resolve(nodeFinding(version)),
});

function nodeFinding(version: string): FindingState {
  const advice = `Install Node.js of a supported line (${supportedNodeLines}), from https://nodejs.org or your package manager.`;
  if (!runsOnNode(version)) {
    return { state: "fail", message: `${version} is older than ${minNodeVersion}`, advice };
  }
  const end = endOfNode(version);
  return end === undefined
    ? { state: "ok", message: version }
    : { state: "warn", message: `${version} has had no security fixes since ${end}`, advice };
}

/** Checks whether ffmpeg is installed, for the formats that we do not decode ourselves. */
export const ffmpegCheck = (command = "ffmpeg"): Check => ({
  what: "ffmpeg",
  async run(signal) {
    try {
      const { stdout } = await execute(command, ["-version"], { signal });
      const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
      return { state: "ok", message: version ?? "found, of an unknown version" };
    } catch (error) {
      signal.throwIfAborted();
      const isMissing = systemCodeOf(error) === "ENOENT";
      const message = isMissing ? "not found" : "found, but cannot be run";
      return { state: "warn", message, advice: FFMPEG_ADVICE };
    }
  },
});

/**
 * Checks whether the disk has enough free space for the data.
 *
 * @param dataFolder need not exist yet
 */
export const diskSpaceCheck = (dataFolder: string, freeBytesFor = freeBytesOnDisk): Check => ({
  what: "disk",
  async run() {
    const folder = resolve(dataFolder);
    const freeBytes = await freeBytesFor(folder);
    const message = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB free for ${folder}`;
    if (freeBytes >= ENOUGH_BYTES) return { state: "ok", message };
    const advice = "Free space on that disk, or set DATA_DIR to a folder on another disk.";
    return { state: freeBytes < MIN_FREE_BYTES ? "fail" : "warn", message, advice };
  },
});

/** Returns the free bytes on the disk of a folder, or of its nearest existing parent. */
async function freeBytesOnDisk(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (parent === folder) throw error;
    return freeBytesOnDisk(parent);
  }
}
