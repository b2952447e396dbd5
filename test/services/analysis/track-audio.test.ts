import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { AudioNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import type { AudioSource, EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { TrackAudio } from "../../../src/services/analysis/track-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";

const waltz: Track = {
  trackKey: trackKeyFrom("Overtone", "Slow Waltz"),
  artist: "Overtone",
  trackName: "Slow Waltz",
  durationSeconds: 201,
  artwork: { kind: "none" },
  providers: ["deezer"],
};
const neverAborted = new AbortController().signal;
const missing = new AudioNotFoundError(waltz.trackKey);
const audio: EncodedAudio = { kind: "memory", bytes: new Uint8Array(1) };

const source = (
  name: string,
  coverage: "whole" | "excerpt",
  answer: EncodedAudio | Error | undefined,
): AudioSource => ({
  name,
  coverage,
  find: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
});

const audioFrom = (...sources: readonly AudioSource[]): TrackAudio =>
  new TrackAudio({ sources, analyzer: new FakeAnalyzer({ tempo: 90, durationSeconds: 30 }) });

describe("The audio of a track", () => {
  it("is that of the first source that has it, with the name of the source", async () => {
    const tracks = audioFrom(
      source("upload", "whole", undefined),
      source("library", "whole", audio),
      source("deezer", "excerpt", audio),
    );

    const measured = await tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    expect(measured).toMatchObject({ source: "library", durationSeconds: 30 });
    expect(measured.excerptSeconds).toBeUndefined();
  });

  it("has its coverage of the recording when it is an excerpt", async () => {
    const tracks = audioFrom(source("deezer", "excerpt", audio));

    const measured = await tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    expect(measured).toMatchObject({ source: "deezer", durationSeconds: 201, excerptSeconds: 30 });
  });

  it("is not an excerpt when the whole is required", async () => {
    const broken = new AudioUndecodableError("it is damaged");
    const tracks = audioFrom(
      source("library", "whole", broken),
      source("deezer", "excerpt", audio),
    );

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: true });

    await expect(measuring).rejects.toBe(broken);
  });

  it("is unavailable, rather than an excerpt, while the source that has it cannot be reached", async () => {
    const away = new AudioUnavailableError();
    const tracks = audioFrom(source("library", "whole", away), source("deezer", "excerpt", audio));

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    await expect(measuring).rejects.toBe(away);
  });

  it("is missing for the given reason when no source has it", async () => {
    const tracks = audioFrom(source("library", "whole", undefined));

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    await expect(measuring).rejects.toBe(missing);
  });

  it.each([
    ["a whole recording", "whole" as const, true],
    ["an excerpt", "excerpt" as const, false],
  ])("is whole when a source has %s: %p %p", async (_what, coverage, expected) => {
    const tracks = audioFrom(source("any", coverage, audio));

    const isWhole = await tracks.hasWhole(waltz, neverAborted);

    expect(isWhole).toBe(expected);
  });
});
