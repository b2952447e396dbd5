import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RunningProcess, overtone, stopProcesses } from "./running-process.js";

describe("The command line", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-cli-"))));
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("creates, lists and revokes API keys", async () => {
    const environment = { DATA_DIR: folder };
    await overtone(["migrate"], environment);
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
      expect.objectContaining({
        file: join(folder, "album", "tones.flac"),
        recordingId: expect.stringMatching(/^rec:[0-9a-f]{16}$/) as unknown,
      }),
      { file: join(folder, "broken.wav"), error: expect.objectContaining({}) },
    ]);
    expect(errors).toMatch(/^AUDIO_UNDECODABLE: .*broken\.wav/);
    expect(exitCode).toBe(1);
  });

  it("prints no name as a line of its own, and none that a terminal obeys", async () => {
    const name = "a\nFORGED\r\u2028FORGED\u202e\u001b[2J";
    const music = join(folder, name);
    await mkdir(music);
    await writeFile(join(music, `${name}.wav`), "not audio at all");
    const environment = { DATA_DIR: folder, LIBRARY_DIRS: music };
    const commands = [
      ["scan"],
      ["keys", "create", "--name", name],
      ["keys", "list"],
      ["library", "folders"],
      ["analyze", music],
      ["analyze", "--json", music],
      ["tag", music],
      ["identify", join(music, `${name}.wav`)],
      ["playlist", "create", name, "--where", "tempo.gte=1"],
      ["playlist", "list"],
      ["doctor"],
      ["doctor", "--json"],
      ["correct", name],
    ];

    for (const args of commands) {
      const { output, errors } = await overtone(args, environment);
      const printed = output + errors;
      expect(printed).not.toBe("");
      expect(printed).not.toMatch(/^FORGED/m);
      expect(printed).not.toMatch(/[\r\u2028\u202e\u001b]/);
    }
  }, 120_000);

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
