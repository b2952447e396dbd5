import { DeezerPreviewSource } from "../../../../src/adapters/metadata/deezer/deezer-preview-source.js";
import { DeezerProvider } from "../../../../src/adapters/metadata/deezer/deezer-provider.js";
import {
  ProviderBadResponseError,
  ProviderUnavailableError,
} from "../../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import type { Isrc, Track } from "../../../../src/domain/track/track.js";
import { clientOf, type ProviderClientFixture } from "../../../fakes/provider-client-fixture.js";
import {
  sendEndlessly,
  json,
  type Reply,
  StandInProviderServer,
  text,
} from "../../../fakes/stand-in-provider-server.js";

const noData = { error: { type: "DataException", message: "no data", code: 800 } };
const sound = "ID3 and what follows";

describe("DeezerPreviewSource", () => {
  let server: StandInProviderServer;
  let fixture: ProviderClientFixture;
  let source: DeezerPreviewSource;
  let replies: Record<string, Reply>;

  beforeEach(async () => {
    server = await StandInProviderServer.open((response, request) => {
      (replies[request.path] ?? json(noData))(response, request);
    });
    replies = { "/stream/salt.mp3": text(sound, "audio/mpeg") };
    fixture = clientOf(server);
    const deezer = new DeezerProvider({ client: fixture.client, baseUrl: server.baseUrl });
    source = new DeezerPreviewSource({ deezer, client: fixture.client });
  });

  afterEach(async () => {
    fixture.client.close();
    await server.close();
  });

  const salt = (parts: object = {}): object => ({
    id: 7,
    title: "Salt (feat. Üllő)",
    artist: { name: "Mirabel Oake" },
    duration: 158,
    preview: `${server.baseUrl}/stream/salt.mp3`,
    ...parts,
  });
  const found = (track: Track): ReturnType<DeezerPreviewSource["find"]> =>
    source.find({ track }, new AbortController().signal);
  const pathsAsked = (): string[] => server.requests.map(({ path }) => path);

  it("fetches the preview of a track by its Deezer id, at the current URL", async () => {
    replies["/track/7"] = json(salt());

    const audio = await found(track({ deezerId: "7" }));

    expect(audio).toEqual({ kind: "memory", bytes: Buffer.from(sound) });
    expect(pathsAsked()).toEqual(["/track/7", "/stream/salt.mp3"]);
  });

  it("looks a track up by its ISRC when it has no Deezer id", async () => {
    replies["/track/isrc:GBN9Y1100088"] = json(salt());

    const audio = await found(track({ isrc: "GBN9Y1100088" as Isrc }));

    expect(audio).toBeDefined();
  });

  it("searches by names for a track without an id or ISRC", async () => {
    const other = salt({ id: 8, title: "Salt (Live)" });
    replies["/search"] = json({ data: [other, salt()] });
    replies["/track/7"] = json(salt());

    const audio = await found(track());

    expect(audio).toBeDefined();
    expect(pathsAsked()).toEqual(["/search", "/track/7", "/stream/salt.mp3"]);
  });

  it.each([
    ["of another name", { title: "Salt (Live)" }],
    ["by another artist", { artist: { name: "Somebody Else" } }],
    ["of another length", { duration: 190 }],
    ["without a preview", { preview: "" }],
  ])("does not accept a track %s", async (_what, parts) => {
    replies["/track/7"] = json(salt(parts));

    const audio = await found(track({ deezerId: "7" }));

    expect(audio).toBeUndefined();
    expect(pathsAsked()).toEqual(["/track/7", "/search"]);
  });

  it("stops reading a preview that exceeds the limit", async () => {
    replies["/track/7"] = json(salt());
    replies["/stream/salt.mp3"] = sendEndlessly;

    const finding = found(track({ deezerId: "7" }));

    await expect(finding).rejects.toThrow(ProviderBadResponseError);
  });

  it.each([
    "http://cdn.example/salt.mp3",
    "https://10.1.2.3/salt.mp3",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/salt.mp3",
    "https://rebound.example/salt.mp3",
    "file:///etc/passwd",
  ])("does not fetch a preview from %s", async (preview) => {
    replies["/track/7"] = json(salt({ preview }));

    const finding = found(track({ deezerId: "7" }));

    await expect(finding).rejects.toThrow(ProviderUnavailableError);
    expect(fixture.openedHosts).toEqual([]);
    expect(pathsAsked()).toEqual(["/track/7"]);
  });
});

/** The track as another service spells it. */
function track(parts: Partial<Track> = {}): Track {
  const [artist, trackName] = ["Mirabel Oake ft. Üllő", "02 - Salt"];
  return {
    trackKey: trackKeyFrom(artist, trackName),
    artist,
    trackName,
    durationSeconds: 157.3,
    artwork: { kind: "none" },
    providers: ["musicbrainz"],
    ...parts,
  };
}
