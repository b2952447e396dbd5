import {
  AnalysisNotFoundError,
  UnknownTrackIdError,
} from "../../../src/domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { HeldSong } from "../../../src/ports/music-servers/song-store.js";
import { SongIdService } from "../../../src/services/music-servers/song-id-service.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { musicServer } from "../../fakes/music-servers.js";

const home = parseMusicServerName("home");
const nas = parseMusicServerName("nas");
const [one, two] = [recordingOf("one"), recordingOf("two")];

/** Returns a service of two servers, of which that with the later name was added first. */
function serviceOf(songs: Readonly<Record<string, readonly HeldSong[]>>): SongIdService {
  const servers = [
    musicServer({ name: "home", addedAt: 2 }),
    musicServer({ name: "nas", addedAt: 1 }),
  ];
  return new SongIdService({
    servers: { list: () => Promise.resolve(servers) },
    songs: {
      findById: (id) => Promise.resolve(songs[id] ?? []),
      findIds: (server, ids) =>
        Promise.resolve(new Map(ids.map((id) => [id, { songId: `${server}-1` }]))),
      findArtists: (id) =>
        Promise.resolve(
          id === "ar" ? [home, nas].map((server) => ({ server, artist: `On ${server}` })) : [],
        ),
    },
  });
}

describe("Songs by the ids of music servers", () => {
  const service = serviceOf({
    a: [{ server: home, recordingId: one }],
    both: [
      { server: home, recordingId: one },
      { server: nas, recordingId: two },
    ],
    unread: [{ server: home }],
  });

  it("are those of the server that has the first id", async () => {
    expect(await service.find(["a", "both"])).toEqual({ refs: [one, one], server: home });
  });

  it("are those of the server that was added first, where several have the id, or none is given", async () => {
    expect(await service.find(["both"])).toEqual({ refs: [two], server: nas });
    expect(await service.find([])).toEqual({ refs: [], server: nas });
  });

  it("are those of a server that is named", async () => {
    expect(await service.find(["both"], { server: "home" })).toEqual({ refs: [one], server: home });
    await expect(service.find(["a"], { server: "nas" })).rejects.toThrow(UnknownTrackIdError);
  });

  it("may be named by ids of ours, beside them", async () => {
    const key = trackKeyFrom("Ann", "One");

    expect(await service.find([key, two, "a"])).toEqual({ refs: [key, two, one], server: home });
  });

  it.each([
    ["no server has the id", ["nothing"], undefined, UnknownTrackIdError],
    ["its file was not read yet", ["unread"], undefined, AnalysisNotFoundError],
    ["there is no such server", [], "other", InvalidInputError],
  ] as const)("are refused where %s", async (_, ids, server, error) => {
    await expect(service.find(ids, { server })).rejects.toThrow(error);
  });

  it("name recordings, which have their own ids without a server", async () => {
    const refs = [one, trackKeyFrom("Ann", "One")];

    expect([...(await service.idsOf(refs, nas))]).toEqual([[one, { songId: "nas-1" }]]);
    expect([...(await service.idsOf(refs, undefined))]).toEqual([[one, { songId: one }]]);
  });

  it("are by artists that servers call by ids, too; any other text is a name", async () => {
    expect(await service.findArtist("ar")).toEqual({ artist: "On nas", server: nas });
    expect(await service.findArtist("ar", { server: "home" })).toEqual({
      ...{ artist: "On home", server: home },
    });
    expect(await service.findArtist("Ann")).toEqual({ artist: "Ann", server: nas });
  });
});
