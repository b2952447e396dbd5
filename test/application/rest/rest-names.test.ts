import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const longTitle = `Symphony No. 5: ${"very long movement name ".repeat(41)}end`;

const names: readonly (readonly [artist: string, track: string])[] = [
  ["+/-", "Steal the Blueprints"],
  ["Ed Sheeran", "+"],
  ["Beyoncé", "1+1"],
  ["+44", "Lycanthrope"],
  ["C+C Music Factory", "Gonna Make You Sweat"],
  ["Beethoven", longTitle],
  ["Sigur Rós".normalize("NFD"), "Hoppípolla".normalize("NFD")],
  ["Spacey", "Track  with   spaces"],
  ["!!!", "Must Be the Moon"],
];

describe("A name in a URL", () => {
  const provider = new FakeProvider(
    "library",
    names.map((name) => candidate(...name)),
  );
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({
      analyzer: new FakeAnalyzer({ durationSeconds: 30, tempo: 128, key: 9, mode: 0 }),
      sources: [new FakeAudioSource()],
      providers: [provider],
    });
  });
  afterAll(() => application.close());

  it.each(names.filter(([, track]) => track !== longTitle))(
    "is searched literally: %s, %s",
    async (artist, track) => {
      const query = new URLSearchParams({ "name.artist": artist, "name.track": track, limit: "1" });

      const response = await application.get(`/api/audio/search?${query.toString()}`);

      expect(await response.json()).toMatchObject({
        data: [{ artist, trackName: track, match_score: 1 }],
      });
    },
  );

  it("has spaces for plus signs where it is written as in the contract", async () => {
    await application.get("/api/audio/search?track=1%2B1&artist=C+C%2BMusic");

    expect(provider.queries.at(-1)).toMatchObject({ track: "1 1", artist: "C C Music" });
  });

  it("is absent where it is empty", async () => {
    const response = await application.get("/api/audio/search?track=Lycanthrope&artist=&limit=");

    expect(response.status).toBe(200);
    expect(provider.queries.at(-1)).not.toHaveProperty("artist");
  });

  it.each(names)("leads to an unknown key: %s, %s", async (artist, track) => {
    const query = new URLSearchParams({ artist, track });

    const response = await application.get(
      `/api/audio/analysis/${trackKeyFrom(artist, track)}?${query.toString()}`,
    );

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { artist, trackName: track } });
  });

  it.each([
    ["empty names", "artist=&track="],
    ["plus signs", "artist=%2B&track=+"],
    ["323 letters", `artist=${"a".repeat(323)}&track=b`],
    ["10,000 letters", `artist=${"a".repeat(10_000)}&track=b`],
    ["a control character", "artist=a%00b&track=c"],
    ["two titles", "track=a&track=b"],
    ["names in both ways", "artist=a&name.artist=b"],
    ["bytes that are not UTF-8", "artist=Beyonc%E9&track=100%"],
    ["a nested title", "track[a]=b"],
  ])("is never why a known key is refused: %s", async (_what, query) => {
    const trackKey = trackKeyFrom("+44", "Lycanthrope");
    await application.get("/api/audio/search?track=Lycanthrope");

    const known = await application.get(`/api/audio/analysis/${trackKey}?${query}`);
    const timeline = await application.get(`/api/audio/analysis/${trackKey}/timeline?${query}`);
    const unknown = await application.get(`/api/audio/analysis/0000000000000000?${query}`);

    expect([known.status, timeline.status, unknown.status]).toEqual([200, 200, 404]);
  });
});
