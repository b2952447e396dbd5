import { beatJump } from "../../../src/web/page/player/beat-jump.js";
import { levelledVolume } from "../../../src/web/page/player/levelled-volume.js";
import {
  EMPTY_QUEUE,
  queueMoved,
  queueOf,
  queueStepped,
  queueWith,
  queueWithout,
  type PlayedTrack,
  type PlayQueue,
} from "../../../src/web/page/player/play-queue.js";

const trackNamed = (ref: string): PlayedTrack => ({
  ...{ ref, trackName: ref, artist: "Ann", album: null, thumbnailUrl: null },
});
const tracks = (...names: readonly string[]): readonly PlayedTrack[] => names.map(trackNamed);
const namesIn = ({ entries }: PlayQueue): string => entries.map(({ track }) => track.ref).join("");
const played = ({ entries, place }: PlayQueue): string | undefined => entries[place]?.track.ref;

describe("A queue", () => {
  const queue = queueOf(EMPTY_QUEUE, tracks("a", "b", "c", "d"), 1);

  it("begins with the track that is asked for", () => {
    expect([namesIn(queue), played(queue)]).toEqual(["abcd", "b"]);
  });

  it("takes tracks behind the one that is played, or behind all, and plays on", () => {
    const next = queueWith(queue, tracks("x", "y"), queue.place + 1);
    const last = queueWith(queue, tracks("z"));

    expect([namesIn(next), played(next)]).toEqual(["abxycd", "b"]);
    expect([namesIn(last), played(last)]).toEqual(["abcdz", "b"]);
  });

  it("plays the first of what is added where nothing was played", () => {
    expect(played(queueWith(EMPTY_QUEUE, tracks("a", "b")))).toBe("a");
    expect(played(queueWith(EMPTY_QUEUE, []))).toBeUndefined();
  });

  it("has a track twice, told apart by their numbers", () => {
    const twice = queueWith(queueOf(EMPTY_QUEUE, tracks("a"), 0), tracks("a"));

    expect(new Set(twice.entries.map(({ number }) => number)).size).toBe(2);
    expect(namesIn(queueWithout(twice, twice.entries[1]!.number))).toBe("a");
  });

  it("plays the same when another is moved or taken out", () => {
    const numberOf = (name: string): number =>
      queue.entries.find(({ track }) => track.ref === name)!.number;

    const moved = queueMoved(queue, numberOf("a"), 3);
    const shorter = queueWithout(queue, numberOf("a"));

    expect([namesIn(moved), played(moved)]).toEqual(["bcda", "b"]);
    expect([namesIn(shorter), played(shorter)]).toEqual(["bcd", "b"]);
  });

  it("goes on with the next when the one that is played is taken out, and with the last at its end", () => {
    const without = queueWithout(queue, queue.entries[1]!.number);
    const atEnd = queueStepped(queue, 2);

    expect(played(without)).toBe("c");
    expect(played(queueWithout(atEnd, atEnd.entries[3]!.number))).toBe("c");
    expect(played(queueWithout(queueOf(EMPTY_QUEUE, tracks("a"), 0), 0))).toBeUndefined();
  });

  it("stays where there is nothing to go to", () => {
    expect(queueStepped(queue, 3)).toBe(queue);
    expect(queueMoved(queue, queue.entries[0]!.number, 4)).toBe(queue);
    expect(queueWithout(queue, 99)).toBe(queue);
  });
});

describe("A jump by beats", () => {
  const beats = [1, 1.5, 2, 2.5, 3];

  it("keeps the place within the beat", () => {
    expect(beatJump(1.75, beats, 1, 10)).toBeCloseTo(2.25);
    expect(beatJump(2.1, beats, -2, 10)).toBeCloseTo(1.1);
  });

  it("follows beats that are not equally far apart", () => {
    expect(beatJump(1, [1, 1.4, 2, 2.8], 2, 10)).toBeCloseTo(2);
  });

  it("goes beyond the first and the last beat at their mean distance, within the track", () => {
    expect(beatJump(3, beats, 4, 10)).toBeCloseTo(5);
    expect(beatJump(1, beats, -1, 10)).toBeCloseTo(0.5);
    expect(beatJump(1, beats, -16, 10)).toBe(0);
    expect(beatJump(3, beats, 16, 4)).toBe(4);
  });

  it("is by five seconds where no beats are known", () => {
    expect(beatJump(7, [], 4, 60)).toBe(12);
    expect(beatJump(7, [1], -4, 60)).toBe(2);
  });
});

describe("The volume of a track", () => {
  it("is less for a loud track, by the difference to the reference", () => {
    expect(levelledVolume(1, -8)).toBeCloseTo(10 ** (-10 / 20));
    expect(levelledVolume(0.5, -8)).toBeCloseTo(0.5 * 10 ** (-10 / 20));
  });

  it("is that of the reader for a soft track, and for one that is not measured", () => {
    expect(levelledVolume(0.8, -30)).toBe(0.8);
    expect(levelledVolume(0.8, null)).toBe(0.8);
  });
});
