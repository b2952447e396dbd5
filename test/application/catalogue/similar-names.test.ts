import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { TrackCandidate } from "../../../src/domain/track/track.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const artist = "The Paper Lanterns";
const named = (trackName: string, durationSeconds?: number): TrackCandidate => ({
  ...candidate(artist, trackName),
  ...(durationSeconds !== undefined && { durationSeconds }),
});

describe("Names that may be spellings of one", () => {
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ tempo: 90, durationSeconds: 187 });
    const found = [
      named("Salt"),
      named("06 - Salt", 188),
      named("Salt - Remastered 2011"),
      named("Salt [Explicit]"),
      named("Salt (Live)"),
    ];
    const providers = [new FakeProvider("library", found)];
    application = await openApplicationUnderTest({ analyzer, providers });
    await application.get("/api/audio/search?track=Salt");
    await application.get(`/api/audio/analysis/${trackKeyFrom(artist, "Salt")}`);
  });

  afterEach(() => application.close());

  it.each(["06 - Salt", "Salt - Remastered 2011", "Salt [Explicit]", "Salt (Live)"])(
    "are analysed each by itself, also %s",
    async (trackName) => {
      const trackKey = trackKeyFrom(artist, trackName);

      const response = await application.get(`/api/audio/analysis/${trackKey}`);

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        data: { trackKey, trackName, artist },
        recording: { otherRecordings: 0 },
      });
      expect(analyzer.received).toHaveLength(2);
    },
  );

  it("have one recording key in GraphQL, and share one work key with other versions", async () => {
    const track = (name: string): string =>
      `track(trackKey: "${trackKeyFrom(artist, name)}") { recordingKey workKey }`;
    const query = `{ plain: ${track("Salt")} numbered: ${track("06 - Salt")} live: ${track("Salt (Live)")} }`;

    const response = await application.get(`/graphql?query=${encodeURIComponent(query)}`, {
      "apollo-require-preflight": "yes",
    });

    const { data } = (await response.json()) as {
      data: Record<string, { recordingKey: string; workKey: string }>;
    };
    expect(data["numbered"]).toEqual(data["plain"]);
    expect(data["live"]!.workKey).toBe(data["plain"]!.workKey);
    expect(data["live"]!.recordingKey).not.toBe(data["plain"]!.recordingKey);
  });
});
