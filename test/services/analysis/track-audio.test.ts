import {
  AudioTooLongError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
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
  coverage: "whole" | "excerpt" | undefined,
  answer: EncodedAudio | Error | undefined,
): AudioSource => ({
  name,
  ...(coverage && { coverage }),
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

  it("is unavailable, rather than damaged, when it became unreadable after it was found", async () => {
    const away = new AudioUnavailableError();
    const answers = [Promise.resolve(audio), Promise.reject(away)];
    const leaving: AudioSource = { name: "library", find: () => answers.shift()! };
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(new AudioUndecodableError("it cannot be read"));
    const tracks = new TrackAudio({ sources: [leaving], analyzer });

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    await expect(measuring).rejects.toBe(away);
  });

  it("is not looked for in further sources when the analysis is aborted", async () => {
    const stopping = new AbortController();
    const stopped = new Error("The server stops.");
    const asked: string[] = [];
    const first: AudioSource = {
      name: "library",
      find: () => {
        stopping.abort(stopped);
        return Promise.reject(stopped);
      },
    };
    const second: AudioSource = {
      name: "deezer",
      find: ({ trackName }) => Promise.resolve(void asked.push(trackName)),
    };

    const measuring = audioFrom(first, second).measure(waltz, stopping.signal, {
      missing,
      isWholeWanted: false,
    });

    await expect(measuring).rejects.toBe(stopped);
    expect(asked).toEqual([]);
  });

  it("is fetched once when it is refused for another reason than damage", async () => {
    const tooLong = new AudioTooLongError(3_600);
    let count = 0;
    const counting: AudioSource = {
      name: "deezer",
      find: () => {
        count++;
        return Promise.resolve(audio);
      },
    };
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(tooLong);
    const tracks = new TrackAudio({ sources: [counting], analyzer });

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    await expect(measuring).rejects.toBe(tooLong);
    expect(count).toBe(1);
  });

  it("is missing for the given reason when no source has it", async () => {
    const tracks = audioFrom(source("library", "whole", undefined));

    const measuring = tracks.measure(waltz, neverAborted, { missing, isWholeWanted: false });

    await expect(measuring).rejects.toBe(missing);
  });

  it("is not whole when no source has it, or a source fails", async () => {
    const tracks = audioFrom(
      source("upload", "whole", new Error("it fails")),
      source("library", "whole", undefined),
    );

    expect(await tracks.hasWhole(waltz, neverAborted)).toBe(false);
  });

  it("is whole when a later source has it, and an earlier one fails or lacks it", async () => {
    const tracks = audioFrom(
      source("upload", "whole", new Error("it fails")),
      source("library", "whole", undefined),
      source("share", "whole", audio),
    );

    expect(await tracks.hasWhole(waltz, neverAborted)).toBe(true);
  });

  it.each([
    ["a whole recording", "whole" as const, true],
    ["an excerpt", "excerpt" as const, false],
    ["a recording that it does not describe", undefined, true],
  ])("is whole when a source has %s: %p %p", async (_what, coverage, expected) => {
    const tracks = audioFrom(source("any", coverage, audio));

    const isWhole = await tracks.hasWhole(waltz, neverAborted);

    expect(isWhole).toBe(expected);
  });
});
