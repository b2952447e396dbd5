import { AcoustidDirectory } from "../../../../src/adapters/metadata/acoustid/acoustid-directory.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import { parseTrackId } from "../../../../src/domain/track/track-id.js";
import type { TrackCandidate } from "../../../../src/domain/track/track.js";
import { describeSoundDirectory } from "../../../contracts/sound-directory.contract.js";
import { clientOf } from "../../../fakes/provider-client-fixture.js";
import {
  json,
  redirectTo,
  type Reply,
  StandInProviderServer,
  status,
} from "../../../fakes/stand-in-provider-server.js";
import { waitUntil } from "../../../wait-until.js";

const never = new AbortController().signal;

const SOUND_ID = "9ff43b6a-4f16-427c-93c2-92307ca505e0";
const RECORDING_ID = "cd2e7c47-16f5-46c6-a37c-a1eb7bf599ff";
const OTHER_ID = "0b6d1f5e-6f0e-4d3a-9c0e-3f3f9a1d2c4b";

const sound = { fingerprint: "AQABz0qUkZK4oOfhL-Qcz5oOOYyi", durationSeconds: 641.4 };

let server: StandInProviderServer;

beforeEach(async () => {
  server = await StandInProviderServer.open();
});

afterEach(() => server.close());

const directoryOf = (client = clientOf(server)): AcoustidDirectory =>
  new AcoustidDirectory({ client: client.client, apiKey: "8XaBELgH", baseUrl: server.baseUrl });

/** A recording as the public documentation shows it; invented. */
const recording = (parts: object = {}): object => ({
  id: RECORDING_ID,
  title: "Salt",
  duration: 639,
  artists: [{ id: "6d7b7cd4-254b-4c25-83f6-dd20f98ceacd", name: "Mirabel Oake" }],
  releasegroups: [
    { id: "ddaa2d4d-314e-3e7c-b1d0-f6d207f5aa2f", title: "Small Rooms", type: "Album" },
  ],
  ...parts,
});

const answer = (...recordings: readonly object[]): Reply =>
  json({ status: "ok", results: [{ id: SOUND_ID, score: 0.97, recordings }] });

const failure = (code: number, message: string, httpStatus = 400): Reply =>
  json({ status: "error", error: { code, message } }, httpStatus);

async function found(reply: Reply): Promise<readonly TrackCandidate[]> {
  server.replyWith(reply);
  return directoryOf().findBySound(sound, never);
}

describeSoundDirectory("AcoustidDirectory", () => {
  server.replyWith((response, request) => {
    const results =
      request.form.get("fingerprint") === sound.fingerprint
        ? [
            { id: OTHER_ID, score: 0.61, recordings: [recording({ id: OTHER_ID, title: "Ash" })] },
            { id: SOUND_ID, score: 0.97, recordings: [recording()] },
          ]
        : [];
    json({ status: "ok", results })(response, request);
  });
  return Promise.resolve({
    directory: directoryOf(),
    known: sound,
    names: { artist: "Mirabel Oake", trackName: "Salt" },
    unknown: { fingerprint: "AQAAAA", durationSeconds: 12 },
  });
});

describe("AcoustidDirectory", () => {
  it("returns every supported field of a recording", async () => {
    expect(await found(answer(recording()))).toEqual([
      {
        provider: "acoustid",
        trackName: "Salt",
        artist: "Mirabel Oake",
        artwork: { kind: "none" },
        album: "Small Rooms",
        durationSeconds: 639,
        musicbrainzId: RECORDING_ID,
        soundMatch: { soundId: SOUND_ID, score: 0.97 },
      },
    ]);
  });

  it("posts the fingerprint and the length in whole seconds", async () => {
    await found(answer());

    expect(server.requests[0]?.path).toBe("/v2/lookup");
    expect([...(server.requests[0]?.query ?? [])]).toEqual([]);
    expect(Object.fromEntries(server.requests[0]?.form ?? [])).toEqual({
      client: "8XaBELgH",
      format: "json",
      meta: "recordings releasegroups sources compress",
      fingerprint: sound.fingerprint,
      duration: "641",
    });
  });

  it("joins the artists by their join phrases, and lists them one by one", async () => {
    const artists = [
      { name: "Mirabel Oake", joinphrase: " feat. " },
      { name: "Üllő Kvartett" },
      { name: "Tove" },
    ];

    const [candidate] = await found(answer(recording({ artists })));

    expect(candidate?.artist).toBe("Mirabel Oake feat. Üllő Kvartett, Tove");
    expect(candidate?.artists).toEqual(["Mirabel Oake", "Üllő Kvartett", "Tove"]);
  });

  it("names an album before a compilation and a single", async () => {
    const releasegroups = [
      { title: "Salt (single)", type: "Single" },
      { title: "Hits", type: "Album", secondarytypes: ["Compilation"] },
      { title: "Small Rooms", type: "Album" },
      "?",
    ];

    const [candidate] = await found(answer(recording({ releasegroups })));

    expect(candidate?.album).toBe("Small Rooms");
  });

  it("lists what most people sent first, each recording once, and none without names", async () => {
    const candidates = await found(
      json({
        status: "ok",
        results: [
          { id: OTHER_ID, score: 0.5, recordings: [recording()] },
          {
            id: SOUND_ID,
            score: 0.9,
            recordings: [
              { id: "5d7f8f7e-3f4a-4a0e-9a55-5b3f0c2d1e6f" },
              recording({ id: OTHER_ID, title: "Salt (demo)", sources: 2 }),
              recording({ sources: 120 }),
              "?",
            ],
          },
          { id: "1c7a0c62-27e1-4f63-b2f3-0d6a60b3e0aa", score: 0.4 },
        ],
      }),
    );

    expect(candidates.map(({ trackName }) => trackName)).toEqual(["Salt", "Salt (demo)"]);
    expect(candidates[0]?.soundMatch).toEqual({ soundId: SOUND_ID, score: 0.9 });
  });

  it("skips invalid parts, and keeps the rest", async () => {
    const bare = { duration: "long", releasegroups: 7, sources: "many" };

    const [candidate] = await found(answer(recording(bare)));

    expect(candidate).toEqual({
      provider: "acoustid",
      trackName: "Salt",
      artist: "Mirabel Oake",
      artwork: { kind: "none" },
      musicbrainzId: RECORDING_ID,
      soundMatch: { soundId: SOUND_ID, score: 0.97 },
    });
  });

  it("finds the recordings of its own ids, and of no others", async () => {
    server.replyWith(
      json({ status: "ok", results: [{ id: SOUND_ID, recordings: [recording()] }] }),
    );
    const directory = directoryOf();

    const candidates = await directory.find(parseTrackId(`acoustid:${SOUND_ID}`), never);
    const others = await directory.find(parseTrackId(`mbid:${RECORDING_ID}`), never);

    expect(candidates).toMatchObject([{ trackName: "Salt", musicbrainzId: RECORDING_ID }]);
    expect(others).toEqual([]);
    expect(server.requests.map(({ form }) => form.get("trackid"))).toEqual([SOUND_ID]);
    expect([directory.knows("acoustid"), directory.knows("mbid")]).toEqual([true, false]);
  });

  it.each<[string, Reply, new (...facts: never[]) => Error, string]>([
    ["an unknown key", failure(4, "invalid API key"), ProviderUnavailableError, "error 4"],
    ["an internal error", failure(5, "internal error"), ProviderUnavailableError, "error 5"],
    ["a server error", status(502), ProviderUnavailableError, "HTTP 502"],
    ["a bad fingerprint", failure(3, "invalid fingerprint"), ProviderBadResponseError, "error 3"],
    ["no results", json({ status: "ok" }), ProviderBadResponseError, "no list of results"],
    [
      "results that cannot be read",
      json({ status: "ok", results: ["?"] }),
      ProviderBadResponseError,
      "no list of results",
    ],
    ["no JSON", status(200), ProviderBadResponseError, "not JSON"],
    ["a redirect", redirectTo("https://mirror.example/"), ProviderBadResponseError, "redirect"],
  ])("fails after %s", async (_name, reply, error, problem) => {
    const outcome = await found(reply).catch((thrown: unknown) => thrown);

    expect(outcome).toBeInstanceOf(error);
    expect(String((outcome as Error).cause)).toContain(problem);
  });

  it("treats the error for too many requests as a rate limit", async () => {
    await expect(found(failure(14, "rate limit exceeded"))).rejects.toThrow(
      ProviderRateLimitedError,
    );
  });

  it("sends three requests a second", async () => {
    server.replyWith(answer());
    const client = clientOf(server, { requestPolicy: AcoustidDirectory.requestPolicy });
    const directory = directoryOf(client);
    const startedAt = client.clock.now();
    const ends: number[] = [];

    const all = Array.from({ length: 7 }, async (_, i) => {
      await directory.findBySound({ ...sound, durationSeconds: 10 * (i + 1) }, never);
      ends.push(client.clock.now() - startedAt);
    });
    // The time stands still while replies are on their way, however long these take.
    for (const count of [3, 6]) {
      await waitUntil(() => ends.length === count);
      client.clock.advance(1_000);
    }
    await Promise.all(all);

    expect(ends.map((end) => Math.floor(end / 1000))).toEqual([0, 0, 0, 1, 1, 1, 2]);
  });
});
