import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseTrackId, trackIdText } from "../../../src/domain/track/track-id.js";

describe("The id of a track", () => {
  it.each([
    ["bc24aaa5a97c70ed", "bc24aaa5a97c70ed"],
    ["rec:bc24aaa5a97c70ed", "rec:bc24aaa5a97c70ed"],
    ["isrc:gb-n9y-11-00088", "isrc:GBN9Y1100088"],
    ["mbid:B1A9C0E9-D987-4042-AE91-78D6A3267D69", "mbid:b1a9c0e9-d987-4042-ae91-78d6a3267d69"],
    ["deezer:116348128", "deezer:116348128"],
    [
      "acoustid:9FF43B6A-4f16-427c-93c2-92307ca505e0",
      "acoustid:9ff43b6a-4f16-427c-93c2-92307ca505e0",
    ],
    ["spotify:0vFOzaXqZHahrZp6enQwQb", "spotify:0vFOzaXqZHahrZp6enQwQb"],
  ])("%p is %p", (text, canonical) => {
    const id = parseTrackId(text);

    expect(trackIdText(id)).toBe(canonical);
    expect(parseTrackId(canonical)).toEqual(id);
  });

  it.each([
    undefined,
    "",
    "money",
    "isrc:",
    "isrc:GB",
    "mbid:1",
    "deezer:0",
    "deezer:1/../2",
    "deezer:-1",
    "deezer:1 ",
    "spotify:../../etc",
    "spotify:0vFOzaXqZHahrZp6enQwQ",
    "spotify:0vFOzaXqZHahrZp6enQwQbb",
    "spotify:0vFOzaXqZHahrZp6enQw-_",
    "itunes:1",
    "constructor:1",
    ":1",
  ])("is not %p", (text) => {
    const parse = (): unknown => parseTrackId(text);

    expect(parse).toThrow(InvalidInputError);
  });

  it.each([
    ["isrc:XX", 'must have an ISRC such as GBN9Y1100088 after "isrc:"'],
    ["mbid:1", 'must have the UUID of a MusicBrainz recording after "mbid:"'],
    ["deezer:x", 'must have a whole number after "deezer:"'],
    ["spotify:x", 'must have 22 letters and digits after "spotify:"'],
    ["rec:1", 'must have 16 lower-case hex characters after "rec:"'],
    ["itunes:1", 'must be a track key, or an id that begins with "rec:", "isrc:"'],
  ])("reports what %s lacks", (text, problem) => {
    const parse = (): unknown => parseTrackId(text);

    expect(parse).toThrow(problem);
  });
});
