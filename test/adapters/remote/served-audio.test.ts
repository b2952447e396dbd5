import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskAudioReader } from "../../../src/adapters/library/disk-audio-reader.js";
import { ServedAudio } from "../../../src/adapters/remote/served-audio.js";
import { ServerClient } from "../../../src/adapters/remote/server-client.js";
import { Semaphore } from "../../../src/adapters/runtime/semaphore.js";
import { ProcessFolder } from "../../../src/adapters/runtime/process-folder.js";
import type { OfferedAudio, OfferedFile } from "../../../src/domain/analysis/offered-work.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { failed, offeredJob, ScriptedServer, type Answer } from "./scripted-server.js";

const audio = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));
const library: OfferedAudio = { source: "library", coverage: "whole" };

/**
 * Sends the whole or a part. With `cut`, it sends so many bytes of the audio, and breaks off when they
 * have arrived.
 */
const sent =
  (
    bytes: Buffer,
    {
      tag = '"one"',
      cut,
    }: {
      tag?: string;
      cut?: { until: number; whenArrived: (bytes: number) => Promise<void> };
    } = {},
  ): Answer =>
  (response, { headers }) => {
    const isSame = headers["if-range"] === tag;
    const start = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    response.writeHead(start > 0 ? 206 : 200, {
      etag: tag,
      "content-length": bytes.length - start,
      ...(start > 0 && { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
    });
    if (cut === undefined) {
      response.end(bytes.subarray(start));
      return;
    }
    response.write(bytes.subarray(start, cut.until));
    void cut.whenArrived(cut.until).then(() => response.destroy());
  };

describe("The audio that a server offers with a job", () => {
  let folder: string;
  let server: ScriptedServer;
  let client: ServerClient;
  let clock: ManualClock;
  let files: ServedAudio;
  let space: Semaphore;
  let own: ProcessFolder;
  const { signal } = new AbortController();

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "overtone-served-")));
    await mkdir(join(folder, "music"));
    server = new ScriptedServer();
    clock = new ManualClock();
    own = new ProcessFolder(join(folder, "received"));
    space = new Semaphore(150_000);
    const url = await server.open();
    const logger = new RecordingLogger();
    client = new ServerClient({ server: url, key: "key", userAgent: "test", clock, logger });
    files = new ServedAudio({
      ...{ client, space, clock, folder: own, reader: new DiskAudioReader() },
      library: [join(folder, "music")],
    });
  });
  afterEach(async () => {
    client.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const contentOf = async (found: EncodedAudio | undefined): Promise<Buffer | undefined> =>
    found?.kind === "file" ? readFile(found.path) : undefined;

  /** Waits until so many bytes of audio are written. */
  const whenArrived = (bytes: number): Promise<void> =>
    waitUntil(async () => {
      const [name] = await readdir(own.path).catch(() => []);
      return name !== undefined && (await stat(join(own.path, name))).size === bytes;
    });

  /** Lets the pauses between attempts pass. */
  const passing = async <Done>(done: Promise<Done>, pauses: number): Promise<Done> => {
    for (let pause = 0; pause < pauses; pause++) {
      await waitUntil(() => clock.sleeperCount > 0 && clock.sleeperCountOf(30_000) === 0);
      clock.advance(60_000);
    }
    return done;
  };

  /** Writes a file, and describes it as a server would that has the same. */
  const offeredFile = async (
    content: Buffer,
    path = join(folder, "music", "music.flac"),
  ): Promise<OfferedFile> => {
    await writeFile(path, content);
    const opened = await new DiskAudioReader().open({ kind: "file", path });
    await opened.close();
    const { sizeBytes, modifiedAt, fingerprint } = opened;
    return { path, sizeBytes, modifiedAt, fingerprint };
  };

  it("is received into a file, which is deleted with the job", async () => {
    server.answerWith(sent(audio));

    const found = await files.find(offeredJob, library, signal);
    const again = await files.find(offeredJob, library, signal);
    const content = await contentOf(found);
    await files.remove(offeredJob);

    expect(content).toEqual(audio);
    expect(again).toEqual(found);
    expect(server.requests).toMatchObject([
      { path: "/api/worker/jobs/job/audio/library", headers: { "overtone-claim": "token" } },
    ]);
    expect(await readdir(own.path)).toEqual([]);
  });

  it("is continued where the connection broke off, as often as it takes", async () => {
    server.answerWith(
      sent(audio, { cut: { until: 40_000, whenArrived } }),
      sent(audio, { cut: { until: 80_000, whenArrived } }),
      sent(audio),
    );

    const found = await passing(files.find(offeredJob, library, signal), 2);

    expect(await contentOf(found)).toEqual(audio);
    const ranges = server.requests.map(({ headers }) => [headers.range, headers["if-range"]]);
    expect(ranges).toEqual([
      [undefined, undefined],
      ["bytes=40000-", '"one"'],
      ["bytes=80000-", '"one"'],
    ]);
  });

  it("begins anew where the file has changed meanwhile", async () => {
    const changed = Buffer.alloc(90_000, 7);
    server.answerWith(
      sent(audio, { cut: { until: 40_000, whenArrived } }),
      sent(changed, { tag: '"two"' }),
    );

    const found = await passing(files.find(offeredJob, library, signal), 1);

    expect(await contentOf(found)).toEqual(changed);
  });

  it("is given up where a connection brings almost nothing, and then counts as unavailable", async () => {
    server.answerWith((response) => {
      response.writeHead(200, { "content-length": 100_000, etag: '"one"' }).write("a");
    });
    const found = files.find(offeredJob, library, signal);
    void found.catch(() => undefined);

    for (let attempt = 1; attempt <= 5; attempt++) {
      await waitUntil(() => clock.sleeperCountOf(30_000) === 1);
      clock.advance(30_000);
      if (attempt === 5) break;
      await waitUntil(() => clock.sleeperCount === 1 && clock.sleeperCountOf(30_000) === 0);
      clock.advance(60_000);
    }

    await expect(found).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
    expect(await readdir(own.path)).toEqual([]);
  });

  it.each([
    ["is absent where the server does not have it", 404, "AUDIO_NOT_FOUND", undefined],
    ["fails where the claim has ended", 409, "CLAIM_LOST", "CLAIM_LOST"],
    [
      "fails as on the server where its file is away",
      503,
      "AUDIO_UNAVAILABLE",
      "AUDIO_UNAVAILABLE",
    ],
    [
      "fails as on the server where its source is away",
      502,
      "PROVIDER_UNAVAILABLE",
      "PROVIDER_UNAVAILABLE",
    ],
  ])("%s", async (_name, status, code, expected) => {
    server.answerWith(failed(status, code));

    const found = await files
      .find(offeredJob, library, signal)
      .catch((error: { code: string }) => error.code);

    expect(found).toBe(expected);
    expect(await readdir(own.path)).toEqual([]);
  });

  it("waits for space while other audio is stored", async () => {
    server.answerWith(sent(audio));
    const other = { ...offeredJob, id: "other" };
    await files.find(offeredJob, library, signal);
    const second = files.find(other, library, signal);
    await waitUntil(() => server.requests.length === 2);

    await files.remove(offeredJob);
    const found = await passing(second, 1);

    expect(await contentOf(found)).toEqual(audio);
  });

  it("is not received where it is larger than the space", async () => {
    server.answerWith(sent(Buffer.alloc(150_001)));

    const found = files.find(offeredJob, library, signal);

    await expect(found).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });

  it("is read from a file of this machine that is the same as the server's", async () => {
    const file = await offeredFile(audio);

    const found = await files.find(offeredJob, { ...library, file }, signal);

    expect(found).toEqual({ kind: "file", path: file.path, within: [join(folder, "music")] });
    expect(server.requests).toEqual([]);
  });

  it("is received where the same file lies outside the folders of this machine, as if it were not there", async () => {
    const outside = await offeredFile(audio, join(folder, "private"));
    const above = { ...outside, path: `${folder}/music/../private` };
    const share = { ...outside, path: "\\\\host\\share\\private" };

    for (const file of [outside, above, share]) {
      server.answerWith(sent(audio));
      const found = await files.find(offeredJob, { ...library, file }, signal);
      await files.remove(offeredJob);
      expect(found).not.toMatchObject({ path: file.path });
    }

    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [
      "content",
      async ({ path }: OfferedFile) => {
        const { mtime } = await stat(path);
        await writeFile(path, Buffer.alloc(audio.length));
        await utimes(path, mtime, mtime);
      },
    ],
    ["size", ({ path }: OfferedFile) => writeFile(path, "short")],
    ["time", ({ path }: OfferedFile) => utimes(path, 1, 1)],
    ["name", ({ path }: OfferedFile) => rm(path)],
  ])("is received where the file of this machine has another %s", async (_what, change) => {
    const file = await offeredFile(audio);
    await change(file);
    server.answerWith(sent(audio));

    const found = await files.find(offeredJob, { ...library, file }, signal);

    expect(await contentOf(found)).toEqual(audio);
    expect(server.requests).toHaveLength(1);
  });

  it("is no longer received once the job is aborted", async () => {
    const over = new AbortController();
    server.answerWith((response) => {
      response.writeHead(200, { "content-length": 100_000 }).write("a");
    });
    const found = files.find(offeredJob, library, over.signal);
    await waitUntil(() => clock.sleeperCountOf(30_000) === 1);

    over.abort(new Error("aborted here"));

    await expect(found).rejects.toThrow("aborted here");
    expect(clock.sleeperCount).toBe(0);
  });
});
