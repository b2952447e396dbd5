import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { sampleBytes } from "../../../src/adapters/library/file-samples.js";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/analysis-version.js";
import { createOlderDatabase } from "../../adapters/storage/migrations/older-database.js";
import { digestOf } from "../../adapters/library/tag-writing/tag-access.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { waitUntil } from "../../wait-until.js";
import { createDatabase } from "../../postgres/provided-server.js";
import {
  overtone,
  RunningProcess,
  startServerProcess,
  stopProcesses,
} from "../processes/running-process.js";

/** Lengths that no file here has: that of an analysis that was kept, or not. */
const STORED_MS = 30_500;
const MEASURED_MS = 100;

/** The files, with what an older version knew of their audio. */
const TITLES = { Same: "own digest", Replaced: "other digest", Unread: "no digest" } as const;

interface Answer {
  readonly data: { readonly duration_ms: number };
  readonly recording: { readonly recordingId: string; readonly isVerified: boolean };
}

/** What the files are answered with once they were read again. */
const TRUE_ANSWERS = [STORED_MS, MEASURED_MS, MEASURED_MS].map((milliseconds) => ({
  data: { duration_ms: milliseconds },
  recording: { isVerified: true },
}));

interface ExportedRow {
  readonly path: string | null;
}

/** A server, and the key of a client of it. */
interface Client {
  readonly url: string;
  readonly token?: string;
}

describe("A library that an older version has analysed", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-older-"));
    environment = { DATA_DIR: folder, LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "background" };
    for (const [index, title] of Object.keys(TITLES).entries()) {
      const bytes = taggedAiff({ TPE1: "Ann", TIT2: title }, undefined, index);
      await writeFile(join(folder, `${title}.aiff`), bytes);
    }
    const url = `sqlite:${join(folder, "overtone.db")}`;
    await createOlderDatabase(url, "0030-keep-credits", (kysely) => fill(kysely, folder));
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("is answered as before, read again in the background, and measured where it differs", async () => {
    const before = await overtone(["library"], environment);
    const table = await overtone(["export", "--format", "jsonl"], environment);
    const { process: server, ...client } = await startServerProcess(environment);

    await untilVerified(client);

    expect(before.output).toMatch(/analysed +3/);
    const rows = table.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as ExportedRow);
    expect(rows.map(({ path }) => path).sort()).toEqual(
      Object.keys(TITLES)
        .map((title) => join(folder, `${title}.aiff`))
        .sort(),
    );
    expect(await answersOf(client)).toMatchObject(TRUE_ANSWERS);
    expect(await listedBy(client)).toEqual(Object.keys(TITLES).sort());
    await server.stop();
  });

  it("is copied to PostgreSQL, answered there as before, and read again by a worker", async () => {
    const url = await createDatabase();
    const copy = await overtone([
      "copy",
      "--from",
      `sqlite:${join(folder, "overtone.db")}`,
      "--to",
      url,
    ]);
    const settings = { ...environment, DATABASE_URL: url, ANALYSIS_CONCURRENCY: "0" };
    const { process: server, ...client } = await startServerProcess(settings);
    const [before, listed] = [await answersOf(client), await listedBy(client)];

    const key = await overtone(
      ["keys", "create", "--name", "worker", "--scopes", "work"],
      settings,
    );
    const worker = new RunningProcess(
      "dist/cli/overtone.js",
      ["worker", "--server", client.url, "--concurrency", "1"],
      { WORKER_KEY: /ot_live_\w+/.exec(key.output)?.[0] ?? "" },
    );
    await untilVerified(client);

    expect(copy.exitCode).toBe(0);
    expect(listed).toEqual(Object.keys(TITLES).sort());
    expect(before.map(({ data }) => data.duration_ms)).toEqual([STORED_MS, STORED_MS, STORED_MS]);
    expect(before.map(({ recording }) => recording.isVerified)).toEqual([false, false, false]);
    expect(await answersOf(client)).toMatchObject(TRUE_ANSWERS);
    await worker.stop();
    await server.stop();
  });

  it("is verified at once by a command, which lists what was wrong", async () => {
    const first = await overtone(["library", "verify", "--json"], environment);
    const second = await overtone(["library", "verify"], environment);

    const verdicts = first.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { path: string; verdict: string })
      .map(({ path, verdict }) => [path, verdict]);
    expect(Object.fromEntries(verdicts)).toEqual({
      [join(folder, "Same.aiff")]: "right",
      [join(folder, "Replaced.aiff")]: "wrong",
      [join(folder, "Unread.aiff")]: "new",
    });
    expect(first.exitCode).toBe(1);
    expect(second.output).toContain("3 files hold what was measured");
    expect(second.exitCode).toBe(0);
  });
});

/** Returns what a server answers for each of the files. */
function answersOf({ url, token }: Client): Promise<readonly Answer[]> {
  return Promise.all(
    Object.keys(TITLES).map(async (title) => {
      const headers = { Authorization: `Bearer ${token}` };
      const path = `/api/audio/analysis/${trackKeyFrom("Ann", title)}`;
      const response = await fetch(`${url}${path}`, { headers });
      return (await response.json()) as Answer;
    }),
  );
}

/** Returns the titles that a server lists, from its catalogue in memory. */
async function listedBy({ url, token }: Client): Promise<readonly string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/audio/tracks`, { headers });
  const { data } = (await response.json()) as { readonly data: readonly { trackName: string }[] };
  return data.map(({ trackName }) => trackName).sort();
}

/** Waits until all files were read again. */
const untilVerified = (client: Client): Promise<void> =>
  waitUntil(async () => {
    await pause(200);
    return (await answersOf(client)).every(({ recording }) => recording.isVerified);
  });

async function fill(kysely: Kysely<never>, folder: string): Promise<void> {
  for (const [index, [title, known]] of Object.entries(TITLES).entries()) {
    const trackKey = trackKeyFrom("Ann", title);
    const estimates = Object.fromEntries(
      estimateFields.map((field) => [field, [0.5, 0.75, "measured"]]),
    );
    const details = { tempoRivals: [], beats: [], downbeats: [] };
    await sql`insert into analyses (track_key, version, analyzed_at, duration_ms, duration_seconds,
        artist_folded, track_name_folded, artist, track_name, source, recording_key, estimates)
      values (${trackKey}, ${ANALYSIS_VERSION}, 17, ${STORED_MS}, ${STORED_MS / 1000}, 'ann',
        ${title.toLowerCase()}, 'Ann', ${title}, 'library', null, ${JSON.stringify(estimates)})`.execute(
      kysely,
    );
    await sql`insert into analysis_details values (${trackKey}, ${JSON.stringify(details)})`.execute(
      kysely,
    );
    await sql`insert into analysis_changes values (${trackKey}, ${index + 1})`.execute(kysely);
    const measured = taggedAiff({}, undefined, known === "other digest" ? 100 : index);
    const audioDigest = known === "no digest" ? null : await digestOf(measured);
    if (audioDigest) {
      await sql`insert into audio_contents values (${audioDigest}, ${trackKey})`.execute(kysely);
    }
    const path = join(folder, `${title}.aiff`);
    const { size, mtimeMs } = await stat(path);
    const bytes = await readFile(path);
    const readAt = (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length));
    const fingerprint = await sampleBytes(size, readAt);
    // Migration 0030 puts back the times of files that an older version has stored, so that their tags are read again.
    await sql`insert into library_files (folder, relative_path, revision, names_folded, track_key, artist,
        track_name, has_cover, size_bytes, modified_at, fingerprint, audio_digest)
      values (${folder}, ${`${title}.aiff`}, ${index + 1}, ${`ann ${title.toLowerCase()}`}, ${trackKey},
        'Ann', ${title}, 0, ${size}, ${Math.trunc(mtimeMs) - 1}, ${fingerprint}, ${audioDigest})`.execute(
      kysely,
    );
  }
  await sql`update analysis_revision set revision = 3`.execute(kysely);
  await sql`update library_revision set revision = 3`.execute(kysely);
  // As a snapshot of that version: of another layout, with all changes, and nothing that this version can read.
  await sql`insert into catalogue_snapshots (id, layout, revision, portions, analyses)
    values ('older', 'of an older version', 3, 1, 3)`.execute(kysely);
  await sql`insert into catalogue_snapshot_portions (snapshot_id, place, content)
    values ('older', 0, ${Buffer.from("columns by track key")})`.execute(kysely);
}
