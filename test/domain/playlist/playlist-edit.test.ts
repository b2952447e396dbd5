import {
  parsePlaylistEdit,
  parseSeenRevision,
  type PlaylistEditParameters,
} from "../../../src/domain/playlist/playlist-edit.js";

describe("A change of parts of a playlist", () => {
  it("says only what is given", () => {
    expect(parsePlaylistEdit({ revision: 3, name: null, note: null })).toEqual({
      ...{ revision: 3, said: {}, isFrozen: undefined, edits: [] },
    });
    expect(
      parsePlaylistEdit({ revision: 3, name: " New ", note: "", isWritten: false, isFrozen: true }),
    ).toMatchObject({ said: { name: "New", note: "", isWritten: false }, isFrozen: true });
  });

  it.each<[PlaylistEditParameters, string]>([
    [{}, '"revision" is required'],
    [{ revision: 0 }, '"revision" must be an integer from 1 on'],
    [{ revision: "3" }, '"revision" must be an integer from 1 on'],
    [{ revision: 1, name: "" }, '"name" must be a text of 1 to 200'],
    [{ revision: 1, note: "x".repeat(1_001) }, '"note" must be a text'],
    [{ revision: 1, edits: [{}] }, '"edits[0]" must be one of'],
    [
      { revision: 1, isFrozen: false, edits: [{ remove: { rows: [1] } }] },
      '"edits" cannot be combined with isFrozen: false',
    ],
  ])("is refused as %j", (parameters, message) => {
    expect(() => parsePlaylistEdit(parameters)).toThrow(message);
  });
});

describe("The revision that a client saw", () => {
  it("may be absent", () => {
    expect([parseSeenRevision(undefined), parseSeenRevision(null)]).toEqual([undefined, undefined]);
    expect(parseSeenRevision(2 ** 31 - 1)).toBe(2 ** 31 - 1);
    expect(() => parseSeenRevision(2 ** 31)).toThrow('"revision"');
  });
});
