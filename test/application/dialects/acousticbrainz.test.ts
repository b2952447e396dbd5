import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { findProgram, findPythonWithRequests } from "../../installed-program.js";
import { offline } from "../offline.js";

const mbid = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
const unknown = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a12";

const measured = {
  ...{ durationSeconds: 30, tempo: 117.2, beats: [0.5, 1.01], key: 9, mode: 0, tuning: 100 / 3 },
  ...{ loudness: -8.25, loudnessRange: 6.5, danceability: 0.8, happy: 0.3, sad: 0.6 },
  ...{ relaxed: 0.5, instrumentalness: 0.4 },
};

const beetPath = findProgram("beet", "beets");

/** The plugin of beets imports `requests`, which is a package of its own. */
const itWithBeets = beetPath === undefined || findPythonWithRequests() === undefined ? it.skip : it;

describe("AcousticBrainz's format", () => {
  let folder: string;
  let music: string;
  let analyzer: FakeAnalyzer;
  let server: RunningServer;
  let token: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-brainz-"));
    const tags = { TPE1: "Mirabel Oake", TIT2: "Salt", UFID: `http://musicbrainz.org\0${mbid}` };
    music = await musicFolder({ "salt.aiff": taggedAiff(tags) });
    analyzer = new FakeAnalyzer(measured);
    server = await openServer(
      configFrom({
        ...offline,
        DATA_DIR: folder,
        LIBRARY_DIRS: music,
        PORT: "0",
        LOG_LEVEL: "error",
      }),
      { analyzer, ...inProcessReaders() },
    );
    await server.services.library.scanAll();
    ({ token } = await server.services.access.issue({ name: "tests", scopes: ["read"] }));
  });
  afterEach(async () => {
    await server.close();
    await removeMusicFolders();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${server.url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const json = async (path: string): Promise<unknown> => (await get(path)).json();

  const version = { overtone: "Overtone 1" };
  const metadata = {
    audio_properties: { length: 30 },
    tags: { artist: ["Mirabel Oake"], title: ["Salt"], musicbrainz_recordingid: [mbid] },
    version,
  };
  const lowLevel = {
    metadata,
    lowlevel: { loudness_ebu128: { integrated: -8.25, loudness_range: 6.5 } },
    rhythm: { bpm: 117.2, beats_count: 2, beats_position: [0.5, 1.01] },
    tonal: { key_key: "A", key_scale: "minor", key_strength: 0.8, tuning_frequency: 448.554 },
  };

  it("returns a low-level document with what is measured, and nothing else", async () => {
    expect(await json(`${mbid}/low-level`)).toEqual(lowLevel);
  });

  it("returns a high-level document with the stronger class of each classifier", async () => {
    expect(await json(`${mbid.toUpperCase()}/high-level?n=0`)).toEqual({
      metadata,
      highlevel: {
        danceability: {
          all: { danceable: 0.8, not_danceable: 0.2 },
          ...{ probability: 0.8, value: "danceable", version },
        },
        mood_happy: {
          all: { happy: 0.3, not_happy: 0.7 },
          ...{ probability: 0.7, value: "not_happy", version },
        },
        mood_relaxed: {
          all: { relaxed: 0.5, not_relaxed: 0.5 },
          ...{ probability: 0.5, value: "relaxed", version },
        },
        mood_sad: {
          all: { sad: 0.6, not_sad: 0.4 },
          ...{ probability: 0.6, value: "sad", version },
        },
        voice_instrumental: {
          all: { instrumental: 0.4, voice: 0.6 },
          ...{ probability: 0.6, value: "voice", version },
        },
      },
    });
  });

  it("leaves out what the signal does not have", async () => {
    analyzer.answerWith({ durationSeconds: 30 });

    expect(await json(`${mbid}/low-level`)).toEqual({
      ...{ metadata, lowlevel: {}, rhythm: {}, tonal: {} },
    });
    expect(await json(`${mbid}/high-level`)).toEqual({ metadata, highlevel: {} });
  });

  it("counts one document of an analysed recording, and starts no analysis", async () => {
    const before = await json(`${mbid}/count`);
    expect(analyzer.received).toEqual([]);
    await json(`${mbid}/low-level`);

    expect(before).toEqual({ mbid, count: 0 });
    expect(await json(`${mbid}/count`)).toEqual({ mbid, count: 1 });
    expect(await json(`count?recording_ids=${mbid};${unknown}:0`)).toEqual({
      [mbid]: { count: 1 },
      [unknown]: { count: 0 },
    });
  });

  it("returns several documents by recording and number, without those that there are not", async () => {
    const list = `${mbid};${mbid.toUpperCase()}:0;${mbid}:1;${unknown}`;

    expect(await json(`low-level?recording_ids=${list}`)).toEqual({
      [mbid]: { "0": lowLevel },
      mbid_mapping: {},
    });
  });

  it("accepts at most 25 recordings", async () => {
    const many = (count: number): string => Array.from({ length: count }, () => mbid).join(";");

    expect((await get(`count?recording_ids=${many(25)}`)).status).toBe(200);
    expect((await get(`count?recording_ids=${many(26)}`)).status).toBe(400);
  });

  it.each([
    ["nonsense/low-level", 400],
    [`${mbid}/low-level?n=x`, 400],
    [`${mbid}/low-level?n=1`, 404],
    [`${unknown}/high-level`, 404],
    [`low-level?recording_ids=${mbid}:x`, 400],
    ["high-level", 400],
    [`${mbid}/other`, 404],
  ])("says in a message what is wrong with %s", async (path, status) => {
    const response = await get(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/) as string });
  });

  it("returns Retry-After for an analysis that is not ready", async () => {
    const release = analyzer.hold();
    const response = await get(`${mbid}/low-level`, { prefer: "wait=0" });
    const body: unknown = await response.json();
    release();

    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect(body).toEqual({ message: expect.stringMatching(/\w/) as string });
  });

  it("takes the key from the password of a base URL, and refuses a wrong one", async () => {
    const basic = (credentials: string) =>
      get(`${mbid}/count`, { authorization: `Basic ${btoa(credentials)}` });

    expect((await basic(`any:${token}`)).status).toBe(200);
    expect((await basic("any:wrong")).status).toBe(401);
    expect((await basic("without a colon")).status).toBe(401);
  });

  itWithBeets(
    "serves the plugin acousticbrainz of beets, which stores tempo, key and moods",
    async () => {
      // beets 1.6 asks a fixed address; later versions have a setting for it.
      await mkdir(join(folder, "plugins"));
      const base = `${server.url.replace("//", `//any:${token}@`)}/api/v1/`;
      await writeFile(
        join(folder, "plugins", "elsewhere.py"),
        [
          "from beets.plugins import BeetsPlugin",
          "from beetsplug import acousticbrainz",
          `acousticbrainz.ACOUSTIC_BASE = ${JSON.stringify(base)}`,
          "class Elsewhere(BeetsPlugin): pass",
        ].join("\n"),
      );
      await writeFile(
        join(folder, "config.yaml"),
        [
          `directory: ${music}`,
          `library: ${join(folder, "beets.db")}`,
          `pluginpath: ${join(folder, "plugins")}`,
          "plugins: acousticbrainz elsewhere",
          "import: { copy: no, write: no }",
          "acousticbrainz: { auto: no }",
        ].join("\n"),
      );
      const env = { ...process.env, BEETSDIR: folder, PYTHONDONTWRITEBYTECODE: "1" };
      const beet = (words: readonly string[]): Promise<string> =>
        new Promise((resolve) => {
          execFile(beetPath ?? "", words, { env }, (_error, output, errors) => {
            resolve(output + errors);
          });
        });
      await beet(["import", "-A", "-C", "-q", music]);

      await beet(["acousticbrainz"]);

      const fields = "$bpm|$initial_key|$danceable|$mood_sad|$mood_happy|$voice_instrumental";
      expect(await beet(["ls", "-f", fields])).toBe("117|Am|0.800000|0.600000|0.300000|voice\n");
    },
  );
});
