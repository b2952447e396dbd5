import { rm } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { openUploading, song, uploadPath, wav, type Uploading } from "./uploading.js";

const DAY = 86_400_000;
const values = { tempo: 120, key: 9, mode: 0, energy: 0.5, valence: 0.5, happy: 0.5, sad: 0.5 };
const other = trackKeyFrom("Bea", "Stays");
const tracks = "/api/audio/tracks";
const trackPath = `${tracks}/${song.trackKey}`;
/** Groups of values that were not measured. */
const unmeasured = "weights.loudness=0&weights.voice=0&weights.appeal=0";

interface Columns {
  readonly trackColumns: { readonly count: number };
}

interface Body {
  readonly data: unknown;
  readonly error?: { readonly code: string };
}

/** Sends a request with a key, and returns its status and body. */
async function asked(url: string, token: string, method: string, path: string) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Returns where a server has the song: which kinds of lists, and what is gone. */
async function placesOf(application: ApplicationUnderTest): Promise<Record<string, unknown>> {
  const textAt = async (path: string, accept = "application/json") =>
    (await application.get(path, { accept })).text();
  const lists = {
    list: await textAt(tracks),
    export: await textAt(tracks, "text/csv"),
    facet: await textAt("/api/audio/facets?fields=artist"),
    search: await textAt("/api/audio/search?q=own+song&in=library"),
    similar: await textAt(`${tracks}/${other}/similar?${unmeasured}`),
    gone: await textAt(`${tracks}?presence=gone`),
  };
  const { data } = await askGraphql<Columns, Record<string, unknown>>(
    application,
    "{ trackColumns(fields: [TEMPO]) { count } }",
  );
  const found = Object.entries(lists).filter(([, text]) => text.includes(song.artist));
  return { lists: found.map(([name]) => name), pointsOfMap: data.trackColumns.count };
}

const THERE = { lists: ["list", "export", "facet", "search", "similar"], pointsOfMap: 2 };
const GONE = { lists: ["gone"], pointsOfMap: 1 };

describe("A forgotten upload", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading();
    uploading.analyzer.answerWith(values);
    await uploading.postRaw(wav);
    await uploading.postRaw(wav.subarray(0, 100_000), "?artist=Bea&track=Stays");
  });
  afterEach(() => uploading.close());

  const ask = (method: string, path: string, token = uploading.token) =>
    asked(uploading.application.url, token, method, path);
  const places = () => placesOf(uploading.application);
  const analysis = async () => {
    const { status, body } = await ask("GET", `${uploadPath}/${song.trackKey}`);
    return [status, body.data === null ? null : (body.data as { tempo: unknown }).tempo];
  };

  it("leaves all lists at once, is shown as gone, and is answered by its name as before", async () => {
    const before = await places();

    const { status, body } = await ask("DELETE", trackPath);

    const { goneAt, keptUntil, ...named } = body.data as Record<string, string>;
    expect(status).toBe(200);
    expect(named).toEqual({
      recordingId: expect.stringMatching(/^rec:[0-9a-f]{16}$/) as string,
      ...{ trackKey: song.trackKey, artist: song.artist, trackName: song.track },
    });
    expect(Date.parse(keptUntil!) - Date.parse(goneAt!)).toBe(90 * DAY);
    expect([before, await places()]).toEqual([THERE, GONE]);
    expect(await analysis()).toEqual([200, 120]);
    const recording = await ask("GET", `/api/audio/recordings/${named["recordingId"]}`);
    expect(recording.body.data).toMatchObject({ goneAt, files: [] });
  });

  it("is gone since the first of equal requests", async () => {
    const first = await ask("DELETE", trackPath);

    const second = await ask("DELETE", trackPath);

    expect(second).toEqual(first);
  });

  it("returns when it is uploaded again", async () => {
    await ask("DELETE", trackPath);

    await uploading.postRaw(wav);

    expect(await places()).toEqual(THERE);
  });

  it("returns as it was where it is restored, without a new measurement", async () => {
    await ask("DELETE", trackPath);

    const restored = await ask("POST", `${trackPath}/restore`);

    expect(restored).toMatchObject({ status: 200, body: { data: { goneAt: null } } });
    expect(await places()).toEqual(THERE);
    expect(uploading.analyzer.received).toHaveLength(2);
  });

  it("is removed at once where its analysis is not to be kept, and is measured anew", async () => {
    const { corrections } = uploading.application.services;
    await corrections.correct(song.trackKey, { tempo: 90 });
    await ask("DELETE", trackPath);

    const removed = await ask("DELETE", `${trackPath}?keep=false`);
    const after = [await places(), await analysis(), await ask("DELETE", trackPath)];
    await uploading.postRaw(wav);

    expect(removed).toMatchObject({ status: 200, body: { data: { goneAt: null } } });
    expect(after).toMatchObject([
      { lists: [], pointsOfMap: 1 },
      [404, null],
      { status: 404, body: { error: { code: "ANALYSIS_NOT_FOUND" } } },
    ]);
    expect(await places()).toEqual(THERE);
    // What users state stays.
    expect(await analysis()).toEqual([200, 90]);
    expect(uploading.analyzer.received).toHaveLength(3);
  });

  it("is the same over GraphQL", async () => {
    const client = { url: uploading.application.url, token: uploading.token };
    const by = { names: { artist: song.artist, track: song.track } };

    const { data: forgotten } = await askGraphql(
      client,
      `mutation ($by: TrackRef!) {
        forgetTrack(by: $by) { trackKey goneAt keptUntil }
      }`,
      { by },
    );
    const whileGone = await places();
    const { data: restored } = await askGraphql(
      client,
      "mutation ($by: TrackRef!) { restoreTrack(by: $by) { tempo recording { goneAt } } }",
      { by },
    );
    const back = await places();
    const { data: removed } = await askGraphql(
      client,
      "mutation ($by: TrackRef!) { forgetTrack(by: $by, keep: false) { goneAt keptUntil } }",
      { by },
    );

    const time = expect.any(String) as string;
    expect(forgotten).toEqual({
      forgetTrack: { trackKey: song.trackKey, goneAt: time, keptUntil: time },
    });
    expect([whileGone, back]).toEqual([GONE, THERE]);
    expect(restored).toEqual({ restoreTrack: { tempo: 120, recording: { goneAt: null } } });
    expect(removed).toEqual({ forgetTrack: { goneAt: null, keptUntil: null } });
    expect((await analysis())[0]).toBe(404);
  });

  it("is nothing that a key without the scope write may ask for", async () => {
    const reader = await uploading.tokenFor("read");
    const client = { url: uploading.application.url, token: reader };

    const refused = [
      await ask("DELETE", trackPath, reader),
      await ask("POST", `${trackPath}/restore`, reader),
    ];
    const overGraphql = [
      `mutation { forgetTrack(by: { key: "${song.trackKey}" }) { goneAt } }`,
      `mutation { restoreTrack(by: { key: "${song.trackKey}" }) { tempo } }`,
    ].map(async (document) => codesOf(await askGraphql(client, document)));

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(await Promise.all(overGraphql)).toEqual([["FORBIDDEN"], ["FORBIDDEN"]]);
    expect(await places()).toEqual(THERE);
  });
});

describe("An upload that one of two servers on a database forgets", () => {
  afterAll(removeMusicFolders);

  it("leaves the lists of both, and returns to both", async () => {
    const folder = await musicFolder();
    const shared = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, "overtone.db")}` };
    const one = await openUploading({}, shared);
    const second = await openUploading({}, shared);
    for (const { analyzer } of [one, second]) analyzer.answerWith(values);
    await one.postRaw(wav);
    await one.postRaw(wav.subarray(0, 100_000), "?artist=Bea&track=Stays");
    const servers = [one.application, second.application];
    const places = () => Promise.all(servers.map(placesOf));
    const seen = [await places()];

    await asked(one.application.url, one.token, "DELETE", trackPath);
    seen.push(await places());
    await asked(second.application.url, second.token, "POST", `${trackPath}/restore`);
    seen.push(await places());

    expect(seen).toEqual([
      [THERE, THERE],
      [GONE, GONE],
      [THERE, THERE],
    ]);
    await one.close();
    await second.close();
  });
});

describe("A track that a file of the library holds", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let token: string;
  const trackKey = trackKeyFrom("Cleo", "Held");
  const path = `${tracks}/${trackKey}`;

  beforeEach(async () => {
    folder = await musicFolder({
      "held.aiff": taggedAiff({ TPE1: "Cleo", TIT2: "Held" }, undefined, 1),
      "other.aiff": taggedAiff({ TPE1: "Cleo", TIT2: "Other" }, undefined, 2),
    });
    application = await openApplicationUnderTest(
      { analyzer: new FakeAnalyzer(values), providers: undefined, sources: undefined },
      { LIBRARY_DIRS: folder },
    );
    await application.services.library.scanAll();
    await application.get(`/api/audio/analysis/${trackKey}`);
    ({ token } = await application.services.access.issue({ name: "w", scopes: ["read", "write"] }));
  });
  afterEach(() => application.close());
  afterAll(removeMusicFolders);

  const ask = (method: string, at: string) => asked(application.url, token, method, at);

  it("cannot be forgotten, and is told with its path", async () => {
    const refused = [await ask("DELETE", path), await ask("DELETE", `${path}?keep=false`)];

    const error = { code: "FILES_DECIDE", path: join(folder, "held.aiff"), fileCount: 1 };
    expect(refused).toMatchObject([
      { status: 409, body: { error } },
      { status: 409, body: { error } },
    ]);
    expect((await ask("GET", tracks)).body.data).toMatchObject([{ trackKey }]);
  });

  it("is gone with it: then it returns with a file only, and can be removed at once", async () => {
    await rm(join(folder, "held.aiff"));
    await application.services.library.scanAll();

    const forgotten = await ask("DELETE", path);
    const restored = await ask("POST", `${path}/restore`);
    const removed = await ask("DELETE", `${path}?keep=false`);
    const gone = await ask("GET", `${tracks}?presence=any`);

    expect([forgotten.status, removed.status]).toEqual([200, 200]);
    expect(restored).toMatchObject({ status: 409, body: { error: { code: "FILES_DECIDE" } } });
    expect(gone.body.data).toEqual([]);
  });
});
