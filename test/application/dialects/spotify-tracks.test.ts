import { findIsrc, type TrackCandidate } from "../../../src/domain/track/track.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { FakeDirectory } from "../../fakes/fake-directory.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const publicUrl = "https://music.example.org/overtone";
const spotifyId = "0vFOzaXqZHahrZp6enQwQb";
const unknownKey = "0123456789abcdef";
const moneyKey = trackKeyFrom("Pink Floyd", "Money");

const money: TrackCandidate = {
  ...candidate("Pink Floyd", "Money", { kind: "embedded" }),
  artists: ["Pink Floyd", "Clare Torry"],
  album: "The Dark Side of the Moon",
  albumArtist: "Pink Floyd",
  year: 1973,
  trackNumber: 6,
  discNumber: 1,
  durationSeconds: 382.2964,
  isrc: findIsrc("GBN9Y1100088")!,
  spotifyId,
};

/** An artist in a track object. */
const artistOf = (name: string) => ({
  external_urls: {},
  href: null,
  id: null,
  name,
  type: "artist",
  uri: null,
});

const moneyObject = {
  album: {
    album_type: null,
    artists: [artistOf("Pink Floyd")],
    external_urls: {},
    href: null,
    id: null,
    images: [{ url: `${publicUrl}/artwork/${moneyKey}`, height: null, width: null }],
    name: "The Dark Side of the Moon",
    release_date: "1973",
    release_date_precision: "year",
    total_tracks: null,
    type: "album",
    uri: null,
  },
  artists: [artistOf("Pink Floyd"), artistOf("Clare Torry")],
  disc_number: 1,
  duration_ms: 382_296,
  explicit: null,
  external_ids: { isrc: "GBN9Y1100088" },
  external_urls: {},
  is_local: false,
  name: "Money",
  popularity: null,
  preview_url: null,
  track_number: 6,
  type: "track",
  uri: `spotify:track:${spotifyId}`,
};

interface Paging {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: number;
}

describe("Tracks and searches in Spotify's format", () => {
  let provider: FakeProvider;
  let directory: FakeDirectory;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    provider = new FakeProvider("library", [money, candidate("Mirabel Oake", "Money Tree")]);
    directory = new FakeDirectory("library");
    application = await openApplicationUnderTest(
      { providers: [provider], directories: [directory] },
      { PUBLIC_URL: publicUrl },
    );
  });
  afterEach(() => application.close());

  const bodyOf = async (path: string): Promise<unknown> =>
    (await application.get(`/v1/${path}`)).json();
  const tracksOf = async (path: string): Promise<Paging> =>
    ((await bodyOf(path)) as { tracks: Paging }).tracks;

  it("returns a track by a Spotify id, with the id that was sent and the public URL", async () => {
    directory.answerWith([money]);

    const found = await bodyOf(`tracks/${spotifyId}`);

    const href = `${publicUrl}/v1/tracks/${spotifyId}`;
    expect(found).toEqual({ ...moneyObject, id: spotifyId, href });
  });

  it("returns null or nothing for what is not known of a track", async () => {
    directory.answerWith([candidate("Mirabel Oake", "Salt")]);

    const found = await bodyOf("tracks/isrc:GBN9Y1100088");

    expect(found).toMatchObject({
      album: { name: null, images: [], release_date: null, release_date_precision: null },
      disc_number: null,
      duration_ms: null,
      external_ids: {},
      track_number: null,
      uri: null,
    });
  });

  it("returns several tracks in the order of the ids, with null for those that are not found", async () => {
    await application.get("/v1/search?q=Money&type=track");

    const found = await bodyOf(`tracks?ids=${unknownKey},${moneyKey},nonsense,isrc:GBN9Y1100089`);

    const href = `${publicUrl}/v1/tracks/${moneyKey}`;
    expect(found).toEqual({ tracks: [null, { ...moneyObject, id: moneyKey, href }, null, null] });
  });

  it("records the failure of a directory, and returns null for its id", async () => {
    directory.answerWith(new ProviderUnavailableError("library"));

    const found = await bodyOf(`tracks?ids=${spotifyId}`);

    expect(found).toEqual({ tracks: [null] });
    expect(JSON.stringify(application.logger.lines)).toContain("PROVIDER_UNAVAILABLE");
  });

  it("accepts at most fifty ids", async () => {
    const max = Array.from({ length: 50 }, () => unknownKey).join(",");

    expect((await application.get(`/v1/tracks?ids=${max}`)).status).toBe(200);
    expect((await application.get(`/v1/tracks?ids=${max},${unknownKey}`)).status).toBe(400);
  });

  it("returns found tracks with their track keys, and empty pages of other types", async () => {
    const response = await application.get("/v1/search?q=track:Money&type=track,artist&limit=1");

    const nextPage = `${publicUrl}/v1/search?q=track%3AMoney&type=track%2Cartist&offset=1&limit=1`;
    expect(await response.json()).toEqual({
      tracks: {
        href: nextPage.replace("offset=1", "offset=0"),
        limit: 1,
        next: nextPage,
        offset: 0,
        previous: null,
        total: 2,
        items: [{ ...moneyObject, id: moneyKey, href: `${publicUrl}/v1/tracks/${moneyKey}` }],
      },
      artists: expect.objectContaining({ items: [], total: 0, next: null }) as unknown,
    });
  });

  it("returns each of many tracks once, page by page", async () => {
    const names = Array.from({ length: 130 }, (_, index) => `Money ${index}`);
    provider.replyWith(names.map((name) => candidate("Pink Floyd", name)));

    const found: string[] = [];
    let next: string | null = "search?q=Money&type=track&limit=50";
    while (next !== null) {
      const page: Paging = await tracksOf(next);
      found.push(...page.items.map(({ name }) => name));
      next = page.next && page.next.slice(`${publicUrl}/v1/`.length);
    }
    const middle = await tracksOf("search?q=Money&type=track&limit=7&offset=60");

    expect(found).toHaveLength(130);
    expect(new Set(found)).toEqual(new Set(names));
    expect(middle.items.map(({ name }) => name)).toEqual(found.slice(60, 67));
    expect(middle.previous).toContain("offset=53");
  });

  it("compares album and year with what is known, and looks an ISRC up", async () => {
    directory.answerWith([money]);

    const inYears = await tracksOf("search?q=Money%20year:1970-1979&type=track");
    const inAlbum = await tracksOf("search?q=album:dark%20side&type=track");
    const elsewhere = await tracksOf("search?q=Money%20album:Wish&type=track");
    const byIsrc = await tracksOf("search?q=isrc:GBN9Y1100088&type=track");

    expect([inYears, inAlbum, byIsrc].map(({ items }) => items.map(({ id }) => id))).toEqual([
      [moneyKey],
      [moneyKey],
      [moneyKey],
    ]);
    expect(elsewhere).toMatchObject({ items: [], total: 0, next: null });
  });

  it("returns the name of the API key as the user, and its public part as the id", async () => {
    const found = await bodyOf("me");

    const id = application.token.slice("ot_live_".length).slice(0, 8);
    expect(found).toMatchObject({ id, display_name: "tests", type: "user", product: null });
    expect(JSON.stringify(found)).not.toContain(application.token.slice(-48));
  });

  it.each([
    [`tracks/${unknownKey}`, 404],
    ["tracks/nonsense", 400],
    ["tracks", 400],
    ["tracks?ids=", 400],
    ["search?type=track", 400],
    ["search?q=Money", 400],
    ["search?q=Money&type=song", 400],
    ["search?q=Money&type=track&limit=51", 400],
    ["search?q=Money&type=track&offset=1001", 400],
    ["search?q=Money%20upc:1&type=track", 400],
    ["me/playlists", 404],
  ])("responds to %s with %d in Spotify's format", async (path, status) => {
    const response = await application.get(`/v1/${path}`);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { status, message: expect.any(String) as string },
    });
  });

  it.each(["me", `tracks/${moneyKey}`, "search?q=Money&type=track"])(
    "requires a key for %s",
    async (path) => {
      const response = await application.get(`/v1/${path}`, { authorization: "" });

      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { status: 401 } });
    },
  );
});
