import { cursorFrom } from "../../../src/domain/catalogue/catalogue-cursor.js";
import { parseRecordingId } from "../../../src/domain/track/recording-id.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  catalogueRequestOf,
  moodQueryOf,
} from "../../../src/rest/catalogue/catalogue-parameters.js";

const byTempo = { field: "tempo", direction: "asc" } as const;
const position = { value: 120, id: parseRecordingId("rec:bc24aaa5a97c70ed") };
const cursor = cursorFrom(position, byTempo);

describe("catalogueRequestOf", () => {
  it("requests the first tracks by artist without parameters", () => {
    const request = catalogueRequestOf("/tracks", 20);

    expect(request.order).toEqual({ field: "artist", direction: "asc" });
    expect(request.first).toBe(20);
    expect(Object.values(request.filter.estimates ?? {})).toEqual([]);
  });

  it.each([
    ["tempo.gte=120", { estimates: { tempo: { gte: 120 } } }],
    ["tempo.gte=120&tempo.lte=1.26e2", { estimates: { tempo: { gte: 120, lte: 126 } } }],
    ["mood.happy.gte=0.7", { estimates: { happy: { gte: 0.7 } } }],
    ["loudness.lte=-9.5", { estimates: { loudness: { lte: -9.5 } } }],
    ["loudness.lte=-9500000000000E-12", { estimates: { loudness: { lte: -9.5 } } }],
    ["durationMs.gte=0", { durationMs: { gte: 0 } }],
    ["confidence.tempo.gte=0.8", { confidences: { tempo: { gte: 0.8 } } }],
    ["confidence.happy.lte=0.1", { confidences: { happy: { lte: 0.1 } } }],
    ["key=9&mode=0", { estimates: { key: { gte: 9, lte: 9 }, mode: { gte: 0, lte: 0 } } }],
    ["text=dark+side&source=library", { text: "dark side", source: "library" }],
    ["keyIn=8A,F%23+major", { keys: [{ tonic: 9 }, { tonic: 6 }] }],
  ])("reads the filter %s", (query, filter) => {
    const request = catalogueRequestOf(`/tracks?${query}`, 20);

    expect(request.filter).toMatchObject(filter);
  });

  it.each([
    ["energy", { field: "energy", direction: "asc" }],
    ["-energy", { field: "energy", direction: "desc" }],
    ["-mood.sad", { field: "sad", direction: "desc" }],
    ["trackName", { field: "trackName", direction: "asc" }],
    ["-analyzedAt", { field: "analyzedAt", direction: "desc" }],
    ["source", { field: "source", direction: "asc" }],
    ["confidence.tempo", { field: "confidence.tempo", direction: "asc" }],
    ["-confidence.happy", { field: "confidence.happy", direction: "desc" }],
  ])("reads the order %s", (text, order) => {
    expect(catalogueRequestOf(`/tracks?order=${text}`, 20).order).toEqual(order);
  });

  it("continues after a cursor, or before one", () => {
    const on = catalogueRequestOf(`/tracks?order=-tempo&limit=5&cursor=${cursor}`, 20);
    const back = catalogueRequestOf(`/tracks?order=tempo&limit=5&before=${cursor}`, 20);

    expect(on).toMatchObject({ first: 5, after: position });
    expect(back).toMatchObject({ last: 5, before: position });
    expect(back.first).toBeUndefined();
  });

  it.each([
    ["colour=red", "colour"],
    ["tempo=120", "tempo"],
    ["tempo.gt=120", "tempo.gt"],
    ["mood.gte=1", "mood.gte"],
    ["happy.gte=1", "happy.gte"],
    ["tempo.gte=fast", "tempo.gte"],
    ["tempo.gte=0x10", "tempo.gte"],
    ["tempo.gte=Infinity", "tempo.gte"],
    ["tempo.gte=1e999", "tempo.gte"],
    ["tempo.gte=1&tempo.gte=2", "tempo.gte"],
    ["tempo.gte[]=1", "tempo.gte"],
    ["confidence.tempo.lte=x", "confidence.tempo.lte"],
    ["key=A", "key"],
    ["key=9.5", "key"],
    ["keyIn=8A,", "keyIn"],
    ["camelotCompatibleWith=13A", "camelotCompatibleWith"],
    ["order=colour", "order"],
    ["order=--energy", "order"],
    ["order=ener-gy", "order"],
    ["order=happy", "order"],
    ["order=confidence", "order"],
    ["order=confidence.mood.happy", "order"],
    ["limit=ten", "limit"],
    ["cursor=no", "cursor"],
    [`cursor=${cursor}`, "cursor"],
    [`order=energy&before=${cursor}`, "before"],
    [`order=tempo&cursor=${cursor}&before=${cursor}`, "before"],
  ])("refuses %s and names the parameter", (query, parameter) => {
    const read = (): unknown => catalogueRequestOf(`/tracks?${query}`, 20);

    expect(read).toThrow(InvalidInputError);
    expect(read).toThrow(expect.objectContaining({ facts: { parameter } }));
  });
});

describe("moodQueryOf", () => {
  it.each([
    ["/moods", { threshold: 0.5, first: 5 }],
    ["/moods?threshold=0&limit=1", { threshold: 0, first: 1 }],
  ])("reads %s", (url, expected) => {
    expect(moodQueryOf(url)).toEqual(expected);
  });

  it.each([
    ["threshold=high", "threshold"],
    ["first=3", "first"],
  ])("refuses %s and names the parameter", (query, parameter) => {
    const read = (): unknown => moodQueryOf(`/moods?${query}`);

    expect(read).toThrow(expect.objectContaining({ facts: { parameter } }));
  });
});
