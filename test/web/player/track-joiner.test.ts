import {
  TrackJoiner,
  type LineBegun,
} from "../../../src/web/page/playback/joining/track-joiner.js";

const RATE = 44_100;
const BLOCK = 128;
const [FIRST, SECOND] = [0, 1];

/** Counts up from a number, so that each sample says which one it is. */
const counted = (length: number, from: number): Float32Array =>
  Float32Array.from({ length }, (_, place) => from + place);

/** Sound that comes from a frame on, as an element's does; the rest of its last block is silence. */
interface Coming {
  readonly at: number;
  readonly samples: Float32Array;
}

/** What a page does meanwhile, by the frame before which it does so. */
type Acts = Readonly<Record<number, (joiner: TrackJoiner) => void>>;

/** Renders blocks; returns what was heard of the left channel, and which lines have begun. */
function render(
  blocks: number,
  coming: readonly Coming[],
  acts: Acts,
): { readonly heard: Float32Array; readonly begun: readonly LineBegun[] } {
  const begun: LineBegun[] = [];
  const joiner = new TrackJoiner(coming.length, RATE, (one) => begun.push(one));
  const heard = new Float32Array(blocks * BLOCK);
  for (let frame = 0; frame < heard.length; frame += BLOCK) {
    acts[frame]?.(joiner);
    const inputs = coming.map(({ at, samples }) => {
      const block = new Float32Array(BLOCK).map((_, place) => samples[frame + place - at] ?? 0);
      return [block, block];
    });
    const output = [new Float32Array(BLOCK), new Float32Array(BLOCK)] as const;
    joiner.render(frame, inputs, output);
    heard.set(output[0], frame);
  }
  return { heard, begun };
}

/** Returns what is heard from the first sample up to the last one that is not silence. */
function sounding(heard: Float32Array): Float32Array {
  const first = heard.findIndex((sample) => sample !== 0);
  return first === -1
    ? heard.slice(0, 0)
    : heard.slice(first, 1 + heard.findLastIndex((sample) => sample !== 0));
}

const joined = (...parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));

/** Expects sound to be other sound to the sample. */
function expectSound(heard: Float32Array, expected: Float32Array): void {
  const sound = sounding(heard);
  expect(sound.length).toBe(expected.length);
  expect(sound.findIndex((sample, place) => sample !== expected[place])).toBe(-1);
}

describe("A joiner of tracks", () => {
  const first = counted(20_000, 1);
  const second = counted(15_000, 100_001);

  it.each([
    { place: "long before", at: 10_000 },
    { place: "in the middle of a block shortly before", at: 19_000 + 77 },
  ])(
    "lets a track that has come $place the end of another begin at the sample after it",
    ({ at }) => {
      const { heard, begun } = render(
        320,
        [
          { at: 300, samples: first },
          { at, samples: second },
        ],
        {
          0: (joiner) => joiner.tell({ kind: "hear", line: FIRST }),
          // The page believes in an end that is 10 ms away from the true one.
          9_984: (joiner) =>
            joiner.tell({
              kind: "hold",
              line: SECOND,
              after: FIRST,
              frame: 20_300 + 441,
              isCut: false,
            }),
        },
      );

      expectSound(heard, joined(first, second));
      expect(begun).toEqual([{ line: SECOND, delayFrames: expect.any(Number) }]);
    },
  );

  it("joins one after the other, each while the sound before it is still on its way", () => {
    const third = counted(9_000, 200_001);
    const { heard } = render(
      480,
      [
        { at: 0, samples: first },
        { at: 12_000, samples: second },
        { at: 28_000, samples: third },
      ],
      {
        0: (joiner) => joiner.tell({ kind: "hear", line: FIRST }),
        8_960: (joiner) =>
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 20_100, isCut: false }),
        25_600: (joiner) => {
          joiner.tell({ kind: "clear", line: FIRST });
          joiner.tell({ kind: "hold", line: 2, after: SECOND, frame: 35_300, isCut: false });
        },
      },
    );

    expectSound(heard, joined(first, second, third));
  });

  it("begins when the track before is over, where the page was wrong about its end", () => {
    const { heard } = render(
      320,
      [
        { at: 0, samples: first },
        { at: 12_000, samples: second },
      ],
      {
        0: (joiner) => joiner.tell({ kind: "hear", line: FIRST }),
        8_960: (joiner) =>
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 400_000, isCut: false }),
        20_480: (joiner) => joiner.tell({ kind: "end", line: FIRST }),
      },
    );

    const gap = new Float32Array(20_480 - 20_000);
    expectSound(heard, joined(first, gap, second));
  });

  it("goes on with a track whose sound pauses long before its end", () => {
    const pausing = Float32Array.from(first, (sample, place) =>
      place > 5_000 && place < 8_000 ? 0 : sample,
    );
    const { heard } = render(
      320,
      [
        { at: 0, samples: pausing },
        { at: 4_000, samples: second },
      ],
      {
        0: (joiner) => {
          joiner.tell({ kind: "hear", line: FIRST });
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 20_256, isCut: false });
        },
      },
    );

    expectSound(heard, joined(pausing, second));
  });

  it("keeps silence that a track begins with, as exactly as the page knows its beginning", () => {
    const silence = new Float32Array(8_000);
    const { heard } = render(
      340,
      [
        { at: 0, samples: first },
        { at: 11_000, samples: joined(silence, second) },
      ],
      {
        0: (joiner) => joiner.tell({ kind: "hear", line: FIRST }),
        8_960: (joiner) =>
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 20_256, isCut: false }),
        12_800: (joiner) => joiner.tell({ kind: "start", line: SECOND, frame: 11_100 }),
      },
    );

    expectSound(heard, joined(first, silence.subarray(100), second));
  });

  it("cuts a track within a file where it ends, and lets the next one begin there", () => {
    const { heard } = render(
      320,
      [
        { at: 0, samples: first },
        { at: 6_000, samples: second },
      ],
      {
        0: (joiner) => {
          joiner.tell({ kind: "hear", line: FIRST });
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 10_256, isCut: true });
        },
      },
    );

    expectSound(heard, joined(first.subarray(0, 10_000), second));
  });

  it("forgets what it holds where the reader goes elsewhere", () => {
    const { heard, begun } = render(
      320,
      [
        { at: 0, samples: first },
        { at: 12_000, samples: second },
      ],
      {
        0: (joiner) => joiner.tell({ kind: "hear", line: FIRST }),
        8_960: (joiner) =>
          joiner.tell({ kind: "hold", line: SECOND, after: FIRST, frame: 20_256, isCut: false }),
        16_000: (joiner) => joiner.tell({ kind: "clear", line: SECOND }),
      },
    );

    expectSound(heard, first);
    expect(begun).toEqual([]);
  });
});
