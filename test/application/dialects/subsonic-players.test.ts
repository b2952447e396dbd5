import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SubsonicAPI from "subsonic-api";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../../src/config/config.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { offline } from "../offline.js";

/** What the tests read of an answer. */
interface Answer {
  readonly status: string;
  readonly error?: { readonly code: number; readonly message: string };
  readonly sonicMatch?: readonly {
    readonly entry: Readonly<Record<string, unknown>>;
    readonly similarity: number;
  }[];
}

const FOUR = "62ac659c10e82543" as TrackKey;
const WALTZ = "7f13f1f9a12d9aee" as TrackKey;
const GARDEN = "982371e3a07b48de" as TrackKey;
const ISRC = "isrc:QZOVT2600001";

describe("Similar songs for players", () => {
  let data: string;
  let server: RunningServer;
  let token: string;
  let player: SubsonicAPI;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-players-"));
    const config = configFrom({ ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" });
    server = await openServer(config, {
      analyzer: new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread }),
      ...inProcessReaders(),
    });
    const { library, analyses, access } = server.services;
    await library.scanAll();
    const signal = new AbortController().signal;
    await analyses.requestMany([FOUR, WALTZ, GARDEN], { signal });
    token = (await access.issue({ name: "player", scopes: ["read"] })).token;
    player = new SubsonicAPI({ url: server.url, auth: { apiKey: token } });
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  const asked = (method: string, parameters: Record<string, unknown>): Promise<Answer> =>
    player.customJSON<Answer>(method, parameters);
  const get = async (path: string): Promise<string> => (await fetch(server.url + path)).text();

  it("greet subsonic-api by its key, by a password, and say what they support", async () => {
    const byPassword = new SubsonicAPI({
      url: server.url,
      auth: { username: "ann", password: "no key" },
    });

    const pong = await player.ping();
    const { openSubsonicExtensions } = await player.getOpenSubsonicExtensions();
    const refused = await byPassword.ping();

    expect(pong).toMatchObject({ status: "ok", type: "overtone", openSubsonic: true });
    expect(openSubsonicExtensions).toEqual([
      { name: "apiKeyAuthentication", versions: [1] },
      { name: "sonicSimilarity", versions: [1] },
    ]);
    // It sends a token of the password, which only a server that keeps passwords can check.
    expect(refused).toMatchObject({ status: "failed", error: { code: 42 } });
  });

  it("list what sounds like a song, the most similar first", async () => {
    const { sonicMatch = [] } = await asked("getSonicSimilarTracks.view", { id: WALTZ, count: 5 });

    const expected = await server.services.similarity.findSimilar(
      WALTZ,
      5,
      parseSimilarityWeights(),
    );
    expect(sonicMatch.map(({ entry, similarity }) => [entry["id"], similarity])).toEqual(
      expected.map(({ track, similarity }) => [track.recordingId, similarity]),
    );
    expect(sonicMatch).toHaveLength(2);
    expect(sonicMatch[0]?.entry).toMatchObject({ isDir: false, title: "Clockwork Garden" });
  });

  it("find a path that begins and ends as asked, with the similarity to its first song", async () => {
    const ends = { startSongId: WALTZ, endSongId: FOUR };

    const { sonicMatch = [] } = await asked("findSonicPath", ends);
    const back = await asked("getSonicSimilarTracks", { id: WALTZ });

    const similarityTo = new Map(back.sonicMatch?.map((one) => [one.entry["id"], one.similarity]));
    const [, garden, four] = sonicMatch.map(({ entry }) => entry["id"]);
    expect(sonicMatch.map(({ entry }) => entry["title"])).toEqual([
      ...["Slow Waltz", "Clockwork Garden", "Four on the Floor"],
    ]);
    expect(sonicMatch.map(({ similarity }) => similarity)).toEqual([
      1,
      similarityTo.get(garden),
      similarityTo.get(four),
    ]);
  });

  it("know songs by the ids that they list", async () => {
    const { sonicMatch = [] } = await asked("getSonicSimilarTracks", { id: WALTZ });
    const ids = sonicMatch.map(({ entry }) => entry["id"]);

    const answers = await Promise.all(ids.map((id) => asked("getSonicSimilarTracks", { id })));

    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^rec:[0-9a-f]{16}$/) as string));
    expect(answers.map(({ sonicMatch: found }) => found?.length)).toEqual([2, 2]);
  });

  it("know songs by ISRC and by their names", async () => {
    const byKey = await asked("getSonicSimilarTracks", { id: FOUR });
    const byIsrc = await asked("getSonicSimilarTracks", { id: ISRC });
    const byNames = await asked("getSonicSimilarTracks", {
      artist: "OVERTONE",
      title: " four on the floor",
    });

    expect(byKey.sonicMatch).toHaveLength(2);
    expect(byIsrc).toEqual(byKey);
    expect(byNames).toEqual(byKey);
  });

  it("answer in XML by default", async () => {
    const xml = await get(
      `/rest/findSonicPath?apiKey=${token}&startSongId=${WALTZ}&endSongId=${FOUR}`,
    );

    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<subsonic-response xmlns="http:\/\/subsonic\.org\/restapi" status="ok" version="1\.16\.1" type="overtone" serverVersion="[^"]+" openSubsonic="true"><sonicMatch similarity="1"><entry id="rec:[0-9a-f]{16}" title="Slow Waltz" artist="Overtone" /,
    );
    expect(xml.match(/<sonicMatch /g)).toHaveLength(3);
    expect(xml).toMatch(/<\/subsonic-response>\n$/);
  });

  it.each<[number, string, () => string]>([
    [10, "without a key", () => "ping?"],
    [44, "with an unknown key", () => "ping?apiKey=nothing"],
    [40, "with a wrong password", () => "ping?u=ann&p=wrong"],
    [43, "with a key and a name", () => `ping?u=ann&apiKey=${token}`],
    [42, "with a token", () => "ping?u=ann&t=26719a1196d2a940705a59634eb18eab&s=c19b2d"],
    [10, "without a song", () => `getSonicSimilarTracks?apiKey=${token}`],
    [0, "with a malformed id", () => `getSonicSimilarTracks?apiKey=${token}&id=9`],
    [0, "with a malformed count", () => `getSonicSimilarTracks?apiKey=${token}&id=${FOUR}&count=x`],
    [70, "for an unknown song", () => `getSonicSimilarTracks?apiKey=${token}&id=0000000000000000`],
    [
      70,
      "for a song that is not analysed",
      () => `getSonicSimilarTracks?apiKey=${token}&id=e0d89f3b24699bd6`,
    ],
    [
      0,
      "for a path to itself",
      () => `findSonicPath?apiKey=${token}&startSongId=${FOUR}&endSongId=${FOUR}`,
    ],
  ])("fail with %d and the status 200: %s", async (code, _, path) => {
    const response = await fetch(`${server.url}/rest/${path()}&f=json`);
    const answer = (await response.json()) as Record<"subsonic-response", Answer>;

    expect(response.status).toBe(200);
    expect(answer["subsonic-response"]).toMatchObject({
      status: "failed",
      error: { code, message: expect.stringMatching(/.{10}/) },
    });
  });

  it("accept the key as a password, also in hexadecimal digits, and refuse other formats", async () => {
    const plain = await get(`/rest/ping.view?u=ann&p=${token}&c=t&v=1.12.0`);
    const encoded = await get(`/rest/ping.view?u=ann&p=enc:${Buffer.from(token).toString("hex")}`);
    const script = await get(`/rest/ping?apiKey=${token}&f=jsonp&callback=run`);

    expect(plain).toContain('status="ok"');
    expect(encoded).toContain('status="ok"');
    expect(script).toContain('<error code="0" message="The parameter &quot;f&quot; must be');
  });
});
