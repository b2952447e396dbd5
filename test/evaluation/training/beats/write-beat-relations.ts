import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { ContainerAudioDecoder } from "../../../../src/adapters/decoder/container-audio-decoder.js";
import type { BeatRelation } from "../../../../src/dsp/rhythm/levels/beat-relation-network.js";
import type { BeatTracker } from "../../../../src/dsp/rhythm/levels/beat-tracker.js";
import type { MeasuredBeats } from "../../../../src/dsp/rhythm/levels/measured-beats.js";
import { beatScore } from "../../measures.js";
import { beatTrackerOf } from "./write-beat-cues.js";

/**
 * Writes the training data of the networks of metrical levels: `node --import tsx
 * test/evaluation/training/beats/write-beat-relations.ts DIR OUT`, where DIR holds audio and `labels.json` as
 * `compose_clips.py` writes it. Makes `OUT.bin` (cues of beats, 32-bit floats, sequence by sequence, cue by cue) and
 * `OUT.json` (each sequence of beats) as `train_beat_relations.py` reads them.
 */

interface Label {
  readonly file: string;
  readonly tempo: number;
  /** Seconds, ascending. */
  readonly beats: readonly number[];
  /** Index of the song, of clips of songs. */
  readonly song?: number;
}

/** A sequence of beats of a clip, and how it relates to the labelled ones. */
export interface RelatedBeats extends MeasuredBeats {
  readonly isTracked: boolean;
  readonly to: keyof BeatRelation;
}

/** Minimum difference of the F-measures on the beat and off it, for tracked beats to be one of the two. */
const MIN_DIFFERENCE = 0.3;
const MIN_BEATS = 8;

/** Returns sequences of beats of a clip: labelled ones, those of other levels, and tracked ones. */
export function relatedBeats(tracker: BeatTracker, { tempo, beats }: Label): RelatedBeats[] {
  const times = Float64Array.from(beats);
  const offBeats = times.subarray(1).map((time, i) => (time + times[i]!) / 2);
  const every = (first: number): Float64Array => times.filter((_, i) => i % 2 === first);
  const doubled = Float64Array.of(...times, ...offBeats).sort();
  const given = (own: Float64Array, bpm: number, to: keyof BeatRelation): RelatedBeats => ({
    ...tracker.measured(own, bpm),
    isTracked: false,
    to,
  });
  const trackedAt = (bpm: number, to: keyof BeatRelation): RelatedBeats => ({
    ...tracker.beatsAt(bpm),
    isTracked: true,
    to,
  });
  const same = trackedAt(tempo, "same");
  return [
    given(times, tempo, "same"),
    given(offBeats, tempo, "offBeat"),
    given(every(0), tempo / 2, "tooSlow"),
    given(every(1), tempo / 2, "tooSlow"),
    given(doubled, 2 * tempo, "tooFast"),
    ...inEitherPhase(same, beats, [...offBeats]),
    ...inEitherPhase({ ...tracker.halfway(same), isTracked: true, to: "same" }, beats, [
      ...offBeats,
    ]),
    trackedAt(tempo / 2, "tooSlow"),
    trackedAt(2 * tempo, "tooFast"),
  ].filter((sequence) => sequence.times.length >= MIN_BEATS);
}

/** Tracked beats at the right tempo with their phase; none where that is not clear. */
function inEitherPhase(
  tracked: RelatedBeats,
  beats: readonly number[],
  offBeats: readonly number[],
): RelatedBeats[] {
  const times = [...tracked.times];
  const difference = (beatScore(times, beats) ?? 0) - (beatScore(times, offBeats) ?? 0);
  if (Math.abs(difference) < MIN_DIFFERENCE) return [];
  return [{ ...tracked, to: difference > 0 ? "same" : "offBeat" }];
}

async function main(folder: string, out: string): Promise<void> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as Label[];
  const decoder = new ContainerAudioDecoder();
  const bytes = createWriteStream(`${out}.bin`);
  const rows: object[] = [];
  for (const [clip, label] of labels.entries()) {
    const blocks = decoder.decode({ kind: "file", path: join(folder, label.file) });
    for (const { cues, bpm, times, ...sequence } of relatedBeats(
      await beatTrackerOf(blocks),
      label,
    )) {
      const { isTracked, to } = sequence;
      rows.push({ clip, song: label.song ?? clip, bpm, beats: times.length, isTracked, to });
      for (const cue of cues) bytes.write(Buffer.from(Float32Array.from(cue).buffer));
    }
  }
  await finished(bytes.end());
  await writeFile(`${out}.json`, JSON.stringify(rows));
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, out] = process.argv;
  if (folder === undefined || out === undefined)
    throw new Error("Give a folder and an output path as arguments.");
  await main(folder, out);
}
