import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCodes } from "../../../src/domain/errors/error-code.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import { FaultServer } from "../fault-server.js";
import { LivenessProbe } from "../liveness-probe.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { PartResult } from "../report.js";
import { blindMutations } from "./blind-mutations.js";
import { mutantOf } from "./mutants.js";
import { RandomChoices } from "./random-choices.js";
import { seedFiles, type SeedFile } from "./seed-files.js";

/** One upload for this many mutants of the decoders, because each upload is also analysed. */
const SHARE = 10;
const CLIENTS = 2;
/** Maximum number of additional descriptors at the end: connections that are kept open. */
const MAX_EXTRA_DESCRIPTORS = 8;
/** Descriptors are counted from here on: the server has started all of its threads. */
const WARM_UP_UPLOADS = 50;
const CLEARING_MILLISECONDS = 30_000;
/** Seeds of uploads differ from those of files, so that other mutants are sent. */
const SEED_DISTANCE = 1_000_003;

const BOUNDARY = "overtone-fuzzing";

const documentedCodes: readonly string[] = errorCodes;

/** Sends damaged files to the upload route, alone and in damaged forms. */
export async function fuzzUploads(run: FaultRun): Promise<readonly PartResult[]> {
  if (run.options.replay !== undefined) return [];
  const startedAt = performance.now();
  const folder = await run.folder();
  const music = join(folder, "music");
  await addToLibrary(music, [madeTrack(1)]);
  const probe = new LivenessProbe();
  const environment = {
    DATA_DIR: join(folder, "data"),
    LIBRARY_DIRS: music,
    LIBRARY_ANALYSIS: "off",
  };
  const server = await FaultServer.start({ run, environment, probe });
  const files = seedFiles();
  const count = Math.ceil(run.options.mutants / SHARE);
  const findings: string[] = [];
  let sent = 0;
  try {
    const sendUntil = async (end: number): Promise<void> => {
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (sent < end && !run.signal.aborted) {
          const index = (sent += 1);
          const problem = await send(server, files, run.options.seed, index);
          if (problem !== undefined) findings.push(`upload ${index}: ${problem}`);
          if (index % 100 === 0) run.note(`fuzz: ${index} of ${count} uploads`);
        }
      });
      await Promise.all(clients);
    };
    await sendUntil(Math.min(WARM_UP_UPLOADS, count));
    const before = await descriptorsOf(server);
    await sendUntil(count);
    findings.push(...(await leftBehind(server, join(folder, "data", "uploads"), before)));
  } finally {
    await server.stop();
  }
  if (probe.failures > 0) findings.push(`${probe.failures} times /health/live was not answered`);
  const { liveness } = probe;
  const seconds = secondsSince(startedAt);
  return [{ part: "fuzz uploads", runs: sent, findings, seconds, ...(liveness && { liveness }) }];
}

/** Returns the problem with the response to one mutant, if there is one. */
async function send(
  server: FaultServer,
  files: readonly SeedFile[],
  seed: number,
  index: number,
): Promise<string | undefined> {
  const { bytes, description } = mutantOf(files, seed + SEED_DISTANCE, index);
  const random = new RandomChoices(seed, index);
  const isForm = random.isLikely(0.5);
  const body = isForm ? formOf(bytes, random) : bytes;
  const query = isForm ? "" : `?artist=Fuzz&track=${index}`;
  const contentType = isForm ? `multipart/form-data; boundary=${BOUNDARY}` : "audio/mpeg";
  try {
    const { status, code } = await server.ask(`/api/audio/analysis${query}`, {
      method: "POST",
      headers: { "content-type": contentType },
      body: Buffer.from(body),
    });
    if (status < 400 || documentedCodes.includes(code ?? "")) return undefined;
    return `${description}: ${status} ${code ?? "without a code"}`;
  } catch (error) {
    // A connection that is closed early counts as a response; a timeout does not.
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate ? `${description}: no answer` : undefined;
  }
}

/** Returns a form with the file, in half of the cases damaged outside of the file. */
function formOf(bytes: Uint8Array, random: RandomChoices): Uint8Array {
  const field = (name: string, text: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="Fuzz - A.mp3"\r\n\r\n`;
  const head = Buffer.from(field("artist", "Fuzz") + field("track", "Form") + file);
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const damage = (part: Uint8Array): Uint8Array =>
    random.oneOf(Object.values(blindMutations))(part, random, bytes.subarray(0, 4_096));
  const isDamaged = random.isLikely(0.5);
  return Buffer.concat(isDamaged ? [damage(head), bytes, damage(tail)] : [head, bytes, tail]);
}

/** Returns the files and descriptors that are left when no request is running, one line each. */
async function leftBehind(
  server: FaultServer,
  uploads: string,
  before: number,
): Promise<readonly string[]> {
  const until = performance.now() + CLEARING_MILLISECONDS;
  for (;;) {
    const names = await readdir(uploads, { recursive: true }).catch(() => []);
    const files = names.filter((name) => name.includes("/"));
    const descriptors = (await descriptorsOf(server)) - before;
    if (files.length === 0 && descriptors <= MAX_EXTRA_DESCRIPTORS) return [];
    if (performance.now() > until) {
      return [`${files.length} files and ${descriptors} descriptors are left`];
    }
    await pause(500);
  }
}

/** 0 where the system does not list them. */
async function descriptorsOf({ process: { pid } }: FaultServer): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}
