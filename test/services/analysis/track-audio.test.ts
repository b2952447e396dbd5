import {
  AudioTooLongError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../../src/domain/errors/availability-errors.js";
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
const job = { track: waltz };
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

    const measured = await tracks.measure(job, neverAborted, { missing });

    expect(measured).toMatchObject({ source: "library", durationSeconds: 30 });
    expect(measured.excerptSeconds).toBeUndefined();
  });

  it("has its coverage of the recording when it is an excerpt", async () => {
    const tracks = audioFrom(source("deezer", "excerpt", audio));

    const measured = await tracks.measure(job, neverAborted, { missing });

    expect(measured).toMatchObject({ source: "deezer", durationSeconds: 201, excerptSeconds: 30 });
  });

  it("is that of the next source where it is damaged", async () => {
    const broken = new AudioUndecodableError("it is damaged");
    const damaged = source("upload", "whole", broken);
    const tracks = audioFrom(damaged, source("deezer", "excerpt", audio));

    const measured = await tracks.measure(job, neverAborted, { missing });

    expect(measured).toMatchObject({ source: "deezer", excerptSeconds: 30 });
    await expect(audioFrom(damaged).measure(job, neverAborted, { missing })).rejects.toBe(broken);
  });

  it("is not that of another source where its file was changed while it was read", async () => {
    const changed = new AudioChangedError();
    const tracks = audioFrom(
      source("library", "whole", changed),
      source("deezer", "excerpt", audio),
    );

    await expect(tracks.measure(job, neverAborted, { missing })).rejects.toBe(changed);
  });

  it("is unavailable, rather than an excerpt, while the source that has it cannot be reached", async () => {
    const away = new AudioUnavailableError();
    const tracks = audioFrom(source("library", "whole", away), source("deezer", "excerpt", audio));

    const measuring = tracks.measure(job, neverAborted, { missing });

    await expect(measuring).rejects.toBe(away);
  });

  it("is unavailable, rather than damaged, when it became unreadable after it was found", async () => {
    const away = new AudioUnavailableError();
    const answers = [Promise.resolve(audio), Promise.reject(away)];
    const leaving: AudioSource = { name: "library", find: () => answers.shift()! };
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(new AudioUndecodableError("it cannot be read"));
    const tracks = new TrackAudio({ sources: [leaving], analyzer });

    const measuring = tracks.measure(job, neverAborted, { missing });

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
      find: ({ track }) => Promise.resolve(void asked.push(track.trackName)),
    };

    const measuring = audioFrom(first, second).measure(job, stopping.signal, { missing });

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

    const measuring = tracks.measure(job, neverAborted, { missing });

    await expect(measuring).rejects.toBe(tooLong);
    expect(count).toBe(1);
  });

  it("is missing for the given reason when no source has it", async () => {
    const tracks = audioFrom(source("library", "whole", undefined));

    const measuring = tracks.measure(job, neverAborted, { missing });

    await expect(measuring).rejects.toBe(missing);
  });
});
