import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { RunningProcess, overtone, startServerProcess, stopProcesses } from "./running-process.js";

/**
 * Five minutes of a beating tone, 8-bit at 8 kHz: long enough to kill the server during its
 * analysis.
 */
function longRecording(): Buffer {
  const sampleRate = 8_000;
  const count = sampleRate * 300;
  const bytes = Buffer.alloc(44 + count, 128);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + count, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(count, 40);
  for (let i = 0; i < count; i++) {
    const envelope = 1 - (i % 4_000) / 4_000;
    bytes[44 + i] =
      128 + Math.round(90 * envelope * Math.sin((2 * Math.PI * 440 * i) / sampleRate));
  }
  return bytes;
}

const longKey = trackKeyFrom("Nobody", "Long");

describe("The server process", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-process-"));
    environment = { DATA_DIR: folder, LOG_LEVEL: "warn", ANALYSIS_WAIT_MS: "60000" };
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (url: string, path: string, token = ""): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });

  it("prints a key at its first start only, and keeps its analyses", async () => {
    const first = await startServerProcess(environment);
    const path = "/api/audio/analysis/62ac659c10e82543";
    const analysed = await (await ask(first.url, path, first.token)).json();
    const stopped = await first.process.stop();

    const second = await startServerProcess(environment);
    const kept = await ask(second.url, path, first.token);

    expect(first.token).toBeDefined();
    expect(second.token).toBeUndefined();
    expect(stopped.exitCode).toBe(0);
    expect(kept.headers.get("etag")).toMatch(/^"62ac659c10e82543-/);
    expect(await kept.json()).toEqual(analysed);
    await second.process.stop();
  });

  it("loses nothing when it is killed during an analysis: the next request starts it again", async () => {
    await writeFile(join(folder, "Nobody - Long.wav"), longRecording());
    environment = { ...environment, LIBRARY_DIRS: folder };
    const first = await startServerProcess(environment);
    const path = `/api/audio/analysis/${longKey}`;
    const started = await fetch(`${first.url}${path}`, {
      headers: { Authorization: `Bearer ${first.token}`, Prefer: "respond-async" },
    });
    await first.process.stop("SIGKILL");

    const second = await startServerProcess(environment);
    const answer = await ask(second.url, path, first.token);

    expect(started.status).toBe(202);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true, data: { duration_ms: 300_000 } });
    await second.process.stop();
  });

  it("shares its database with a second server", async () => {
    const [one, two] = await Promise.all([
      startServerProcess(environment),
      startServerProcess(environment),
    ]);
    const token = one.token ?? two.token;
    const path = "/api/audio/search?track=Slow+Waltz";

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask((i % 2 === 0 ? one : two).url, path, token)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    await Promise.all([one.process.stop(), two.process.stop()]);
  });

  it("lists every mistake in its environment, and does not start", async () => {
    const server = new RunningProcess("dist/main.js", [], { PORT: "x", LOG_LEVEL: "loud" });

    const { exitCode, errors } = await server.finished();

    expect(exitCode).toBe(2);
    expect(errors).toMatch(/PORT:[^]*LOG_LEVEL:/);
  });

  it("explains that its address is already in use", async () => {
    const first = await startServerProcess(environment);
    const port = new URL(first.url).port;

    const { exitCode, errors } = await new RunningProcess("dist/main.js", [], {
      ...environment,
      PORT: port,
    }).finished();

    expect(exitCode).toBe(1);
    expect(errors).toContain(`Port ${port} on 127.0.0.1 is already in use`);
    await first.process.stop();
  });
});

describe("The command line", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-cli-"))));
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("creates, lists and revokes API keys", async () => {
    const environment = { DATA_DIR: folder };
    const made = await overtone(
      ["keys", "create", "--name", "tests", "--expires", "30d"],
      environment,
    );
    const lookup = made.output.slice("ot_live_".length, "ot_live_".length + 8);

    const revoked = await overtone(["keys", "revoke", lookup], environment);
    const listed = await overtone(["keys", "list"], environment);

    expect(made.output).toMatch(/^ot_live_[0-9a-f]{8}_[0-9a-f]{48}\n$/);
    expect(revoked).toMatchObject({ exitCode: 0, output: "Revoked.\n" });
    expect(listed.output).toMatch(new RegExp(`${lookup}  read .* revoked .* tests`));
  });

  it.each([
    ["no command", []],
    ["an unknown command", ["dance"]],
    ["a missing argument", ["analyze"]],
    ["a missing option", ["keys", "create"]],
    ["a time without a unit", ["keys", "create", "--name", "tests", "--expires", "30"]],
  ])("exits with 2 for wrong usage: %s", async (_, args) => {
    const { exitCode } = await overtone(args, { DATA_DIR: folder });

    expect(exitCode).toBe(2);
  });

  it("exits with 1 for an explained failure, and prints it", async () => {
    const path = join(folder, "notes.wav");
    await writeFile(path, "not audio at all");

    const { exitCode, output, errors } = await overtone(["analyze", "--json", path]);

    expect(exitCode).toBe(1);
    expect(errors).toContain("AUDIO_UNDECODABLE");
    expect(JSON.parse(output)).toMatchObject({ file: path, error: { code: "AUDIO_UNDECODABLE" } });
  });

  it("analyses all audio files of a folder, and exits with 1 when one cannot be read", async () => {
    const tones = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));
    await mkdir(join(folder, "album"));
    await copyFile(tones, join(folder, "album", "tones.flac"));
    await writeFile(join(folder, "broken.wav"), "not audio at all");
    await writeFile(join(folder, "cover.txt"), "of no interest");

    const { exitCode, output, errors } = await overtone(["analyze", "--json", folder]);

    const lines = output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ file: join(folder, "album", "tones.flac") }),
      { file: join(folder, "broken.wav"), error: expect.objectContaining({}) },
    ]);
    expect(errors).toMatch(/^AUDIO_UNDECODABLE: .*broken\.wav/);
    expect(exitCode).toBe(1);
  });

  it("exits without a message when its output is closed", async () => {
    const path = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));
    const command = new RunningProcess("dist/cli/overtone.js", ["analyze", "--json", path, path], {
      ANALYSIS_CONCURRENCY: "1",
    });
    command.closeOutput();

    const { exitCode, errors } = await command.finished();

    expect(errors).toBe("");
    // 128 plus the number of SIGPIPE, as shells report it.
    expect(exitCode).toBe(141);
  });
});
