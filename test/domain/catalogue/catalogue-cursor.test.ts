import type { TrackOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { cursorFrom, parseCursor } from "../../../src/domain/catalogue/catalogue-cursor.js";

const byTempo: TrackOrder = { field: "tempo", direction: "asc" };
const bySource: TrackOrder = { field: "source", direction: "asc" };
const byConfidence: TrackOrder = { field: "confidence.tempo", direction: "asc" };
const byArtist: TrackOrder = { field: "artist", direction: "asc" };

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

describe("A cursor", () => {
  it.each([
    [byTempo, 128.5],
    [byTempo, null],
    [byConfidence, 0.75],
    [bySource, "library"],
    [byArtist, "Sigur Rós"],
    [byArtist, "椎名林檎 𝄞"],
  ])("is read back as the same position: %j at %j", (order, value) => {
    const position = { value, id: "rec:bc24aaa5a97c70ed" };

    const cursor = cursorFrom(position, order);

    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(parseCursor(cursor, order, "after")).toEqual(position);
  });

  it.each([undefined, null])("may be absent: %s", (cursor) => {
    expect(parseCursor(cursor, byTempo, "after")).toBeUndefined();
  });

  it.each([
    ["", "is not a cursor"],
    ["no cursor", "is not a cursor"],
    [encoded("{"), "is not a cursor"],
    [encoded({}), "is not a cursor"],
    [encoded(null), "is not a cursor"],
    [encoded(["tempo", 120]), "is not a cursor"],
    [encoded(["tempo", "fast", "bc24aaa5a97c70ed"]), "is not a cursor"],
    [encoded(["tempo", {}, "bc24aaa5a97c70ed"]), "is not a cursor"],
    [encoded(["tempo", 120, 7]), "is not a cursor"],
    [encoded(["artist", "a", "bc24aaa5a97c70ed"]), "is a cursor of another order"],
  ])("is refused when it is not of this order: %j", (cursor, problem) => {
    const parse = () => parseCursor(cursor, byTempo, "after");

    expect(parse).toThrow(InvalidInputError);
    expect(parse).toThrow(problem);
  });
});
