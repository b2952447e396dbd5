import { packFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { randomWords, withWrongBits } from "../../domain/fingerprint/random-words.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { FakeSoundDirectory } from "../../fakes/fake-sound-directory.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const words = randomWords(1500);
const unnamed = recordingOf("Unknown - Track 01");
const path = `/api/audio/recordings/${unnamed}/suggestions`;
const soundId = "9ff43b6a-4f16-427c-93c2-92307ca505e0";

const query = `query ($id: ID!) {
  recording(id: $id) {
    suggestions { sources unavailableProviders names { source score acoustId track { artist trackName } } }
  }
}`;

interface Suggested {
  readonly sources: readonly string[];
  readonly suggestions: readonly {
    readonly source: string;
    readonly score: number;
    readonly acoustId: string | null;
    readonly track: { readonly artist: string; readonly trackName: string };
  }[];
}

describe("The names that are suggested for a recording", () => {
  let analyzer: FakeAnalyzer;
  let provider: FakeProvider;
  let acoustid: FakeSoundDirectory;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer();
    provider = new FakeProvider("library");
    acoustid = new FakeSoundDirectory();
    application = await open([acoustid]);
  });
  afterEach(() => application.close());

  async function open(
    soundDirectories: readonly FakeSoundDirectory[],
  ): Promise<ApplicationUnderTest> {
    const opened = await openApplicationUnderTest({
      ...{ analyzer, providers: [provider], soundDirectories },
    });
    await analyse(opened, ["Unknown", "Track 01"], words);
    return opened;
  }

  async function analyse(
    opened: ApplicationUnderTest,
    [artist, title]: readonly [string, string],
    fingerprint: Uint32Array,
  ): Promise<void> {
    provider.replyWith([candidate(artist, title)]);
    const recordingId = recordingOf(`${artist} - ${title}`);
    analyzer.answerWith({ recordingId, fingerprint: packFingerprint(fingerprint) });
    const names = new URLSearchParams({ artist, track: title });
    await opened.get(`/api/audio/analysis/${trackKeyFrom(artist, title)}?${names.toString()}`);
  }

  const knowSalt = (): void =>
    acoustid.answerWith([
      {
        ...candidate("Mirabel Oake", "Salt"),
        provider: "acoustid",
        soundMatch: { soundId, score: 0.97 },
      },
      { ...candidate("Unknown", "Track 01"), soundMatch: { soundId, score: 0.9 } },
    ]);
  const suggested = async (): Promise<Suggested> => {
    const response = await application.get(path);
    return ((await response.json()) as { readonly data: Suggested }).data;
  };
  const namesIn = ({ suggestions }: Suggested): readonly string[] =>
    suggestions.map(({ source, track }) => `${source}: ${track.artist} - ${track.trackName}`);

  it("are those of the library, then those of AcoustID, alike over GraphQL, and never its own", async () => {
    await analyse(application, ["Lumen", "Harbour"], withWrongBits(words, 0.005));
    const { performanceLinking } = application.services;
    await performanceLinking.finish(new AbortController().signal, () => undefined);
    knowSalt();

    const found = await suggested();
    const response = await fetch(`${application.url}/graphql`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${application.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query, variables: { id: unnamed } }),
    });

    expect(namesIn(found)).toEqual(["library: Lumen - Harbour", "acoustid: Mirabel Oake - Salt"]);
    expect(found.suggestions.map(({ acoustId }) => acoustId)).toEqual([null, soundId]);
    expect(found.suggestions[0]?.score).toBeGreaterThan(0.5);
    expect(found.sources).toEqual(["library", "acoustid"]);
    expect(await response.json()).toMatchObject({
      data: {
        recording: {
          suggestions: {
            ...{ sources: found.sources, unavailableProviders: [] },
            names: found.suggestions.map(({ source, score, acoustId, track }) => ({
              ...{ source, score, acoustId },
              track: { artist: track.artist, trackName: track.trackName },
            })),
          },
        },
      },
    });
  });

  it("are asked for only on request, and cached", async () => {
    knowSalt();
    await application.get(`/api/audio/recordings/${unnamed}`);
    const before = acoustid.asked.length;

    await suggested();
    const again = await suggested();

    expect([before, acoustid.asked.length]).toEqual([0, 1]);
    expect(acoustid.asked[0]?.durationSeconds).toBe(30);
    expect(namesIn(again)).toEqual(["acoustid: Mirabel Oake - Salt"]);
  });

  it("become its name only when one is accepted", async () => {
    knowSalt();
    await suggested();
    const { recordings, corrections } = application.services;
    const { analysis } = await recordings.get(unnamed);

    await corrections.correct(unnamed, { artist: "Mirabel Oake", trackName: "Salt" });

    expect([analysis.artist, analysis.trackName]).toEqual(["Unknown", "Track 01"]);
    expect((await recordings.get(unnamed)).analysis.trackName).toBe("Salt");
    expect(namesIn(await suggested())).toEqual(["acoustid: Unknown - Track 01"]);
  });

  it("are those of the library alone without a key, and it is said", async () => {
    await application.close();
    application = await open([]);

    expect(await suggested()).toEqual({ suggestions: [], sources: ["library"] });
  });

  it("fail where AcoustID does and the library has none, and are asked again", async () => {
    acoustid.answerWith(new ProviderUnavailableError("acoustid"));
    const failed = await application.get(path);
    knowSalt();

    const found = await suggested();

    expect(failed.status).toBe(502);
    expect(namesIn(found)).toEqual(["acoustid: Mirabel Oake - Salt"]);
  });
});
