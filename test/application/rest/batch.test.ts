import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const path = "/api/audio/analysis";
const titles = ["One", "Two", "Three"];
const keys = titles.map((title) => trackKeyFrom("Overtone", title));
const [one, two] = [keys[0]!, keys[1]!];
const lost = trackKeyFrom("Overtone", "Lost");
const unknownKey = "0123456789abcdef";

interface Entry {
  readonly trackKey: string;
  readonly status: string;
  readonly analysis: { readonly tempo: number } | null;
  readonly error?: { readonly code: string };
  readonly retryAfterSeconds?: number;
}

describe("Requesting many analyses", () => {
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ tempo: 100 });
    application = await openApplicationUnderTest({
      analyzer,
      sources: [new FakeAudioSource({ lacks: [lost] })],
      providers: [
        new FakeProvider("library", [
          ...titles.map((title) => candidate("Overtone", title)),
          candidate("Overtone", "Lost"),
        ]),
      ],
    });
    await application.get("/api/audio/search?track=Overtone");
  });
  afterEach(() => application.close());

  const get = (trackKeys: readonly string[], rest = "", prefer = ""): Promise<Response> =>
    application.get(`${path}?trackKeys=${trackKeys.join(",")}${rest}`, { prefer });

  function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${application.url}${path}/batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${application.token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async function entriesOf(response: Response): Promise<readonly Entry[]> {
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: Entry[] }).data;
  }

  const statusesOf = (entries: readonly Entry[]): readonly string[] =>
    entries.map(({ status }) => status);

  it.each([
    ["a URL", () => get([one, unknownKey, lost, two], "", "wait=20")],
    ["a body", () => post({ trackKeys: [one, unknownKey, lost, two] }, { prefer: "wait=20" })],
  ])("returns a separate result for each key, in their order, of %s", async (_what, ask) => {
    const entries = await entriesOf(await ask());

    expect(entries).toMatchObject([
      { trackKey: one, status: "ready", analysis: { trackKey: one, tempo: 100 } },
      {
        trackKey: unknownKey,
        status: "failed",
        analysis: null,
        error: { code: "TRACK_NOT_FOUND" },
      },
      { trackKey: lost, status: "failed", analysis: null, error: { code: "AUDIO_NOT_FOUND" } },
      { trackKey: two, status: "ready", analysis: { trackKey: two, tempo: 100 } },
    ]);
  });

  it("returns the same analysis as the path of the track", async () => {
    const single = await application.get(`${path}/${one}`);

    const [entry] = await entriesOf(await get([one]));

    expect(entry?.analysis).toEqual(((await single.json()) as { data: unknown }).data);
  });

  it("starts missing analyses without waiting, and returns them the next time", async () => {
    const release = analyzer.hold();

    const first = await entriesOf(await get(keys));
    release();
    const second = await entriesOf(await get(keys, "", "wait=20"));

    // Two of them run soon after, which the response may not show yet.
    expect(statusesOf(first).filter((status) => status === "processing").length).toBeLessThan(3);
    expect(statusesOf(first).at(-1)).toBe("queued");
    expect(first.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([2, 2, 2]);
    expect(statusesOf(second)).toEqual(["ready", "ready", "ready"]);
    expect(analyzer.received).toHaveLength(3);
  });

  it.each([
    ["a URL", () => get(keys, "&compute=false")],
    ["a body", () => post({ trackKeys: keys, compute: false })],
  ])("starts nothing when %s says so", async (_what, ask) => {
    const entries = await entriesOf(await ask());

    expect(statusesOf(entries)).toEqual(["not_requested", "not_requested", "not_requested"]);
    expect(analyzer.received).toEqual([]);
  });

  it("ignores a preference to wait when no analysis is started", async () => {
    const waited = await get([one], "", "wait=1");
    const read = await get([one], "&compute=false", "wait=1");

    expect(waited.headers.get("preference-applied")).toBe("wait=1");
    expect(read.headers.has("preference-applied")).toBe(false);
  });

  it("analyses a duplicate key once, and returns it at both positions", async () => {
    const entries = await entriesOf(
      await get([two, one, two, unknownKey, unknownKey], "", "wait=20"),
    );

    expect(entries.map(({ trackKey }) => trackKey)).toEqual([
      two,
      one,
      two,
      unknownKey,
      unknownKey,
    ]);
    expect(analyzer.received).toHaveLength(2);
  });

  it("returns the reason of a failed analysis at its position", async () => {
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));

    const [entry] = await entriesOf(await get([one], "", "wait=20"));

    expect(entry).toMatchObject({
      status: "failed",
      error: { code: "AUDIO_UNDECODABLE", reason: "it is damaged" },
    });
  });

  it("returns only the request id of an internal error", async () => {
    analyzer.answerWith(new Error("secret"));

    const [entry] = await entriesOf(await get([one], "", "wait=20"));

    expect(entry?.error).toEqual({
      code: "INTERNAL",
      message: "An internal error occurred.",
      requestId: expect.any(String),
    });
    expect(application.logger.lines.filter(({ level }) => level === "error")).toHaveLength(1);
  });

  it("reads the store once for a hundred stored analyses", async () => {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const analyses = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    const counted = await openApplicationUnderTest({ analyzer, analyses });
    const hundred = Array.from({ length: 100 }, (_, n) => trackKeyFrom("Many", String(n)));
    for (const trackKey of hundred) {
      const names = { trackKey, artist: "Many", trackName: "One", source: "library" };
      await analyses.save({ ...measuredAudio(), ...names, analyzedAt: 0 });
    }

    const response = await counted.get(`${path}?trackKeys=${hundred.join(",")}`);

    const statuses = statusesOf(await entriesOf(response));
    expect(statuses).toEqual(Array(100).fill("ready"));
    expect(analyses.reads).toHaveLength(1);
    await counted.close();
    await database.close();
  });

  it.each<[string, string, string]>([
    ["no keys", "", "trackKeys"],
    ["an empty list", "?trackKeys=", "trackKeys"],
    ["a key that is none", `?trackKeys=${one},nonsense`, "trackKeys"],
    ["an empty key", `?trackKeys=${one},`, "trackKeys"],
    ["two lists", `?trackKeys=${one}&trackKeys=${two}`, "trackKeys"],
    ["101 keys", `?trackKeys=${Array(101).fill(one).join(",")}`, "trackKeys"],
    ["a value that is neither", `?trackKeys=${one}&compute=maybe`, "compute"],
  ])("refuses a URL with %s", async (_what, query, parameter) => {
    const response = await application.get(path + query);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
  });

  it("names the invalid key and its position", async () => {
    const response = await get([one, "NONSENSE"]);

    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain('number 2 is "NONSENSE"');
  });

  it.each<[string, unknown, string]>([
    ["that is not JSON", "{", "body"],
    ["that is a text", '"text"', "body"],
    ["that is a list", [], "body"],
    ["that is nothing", "", "trackKeys"],
    ["without keys", {}, "trackKeys"],
    ["whose keys are one text", { trackKeys: one }, "trackKeys"],
    ["whose keys are numbers", { trackKeys: [1, null] }, "trackKeys"],
    ["without any key", { trackKeys: [] }, "trackKeys"],
    ["with 101 keys", { trackKeys: Array(101).fill(one) }, "trackKeys"],
    ["with a compute that is a text", { trackKeys: [one], compute: "true" }, "compute"],
  ])("refuses a body %s", async (_what, body, parameter) => {
    const response = await post(body);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
    expect(analyzer.received).toEqual([]);
  });

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ["is too large", { trackKeys: [one], more: "a".repeat(70_000) }, {}, 413, "PAYLOAD_TOO_LARGE"],
    ["is of another type", "a=b", { "content-type": "text/plain" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["is compressed", "{}", { "content-encoding": "gzip" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    [
      "is in another character set",
      "{}",
      { "content-type": "application/json; charset=latin1" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["has no key", {}, { authorization: "" }, 401, "UNAUTHENTICATED"],
  ])("refuses a body that %s", async (_what, body, headers, status, code) => {
    const response = await post(body, headers);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it("supports only POST at its own path", async () => {
    const response = await application.get(`${path}/batch`);

    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});
