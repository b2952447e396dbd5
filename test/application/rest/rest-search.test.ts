import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** Artists and tracks of real recordings that clients search for. */
const documentedKeys: readonly [artist: string, track: string, key: string][] = [
  ["Pink Floyd", "Money", "bc24aaa5a97c70ed"],
  ["Pink Floyd", "Cymbaline", "f63116f780b3b1eb"],
  ["Pink Floyd", "06 - Cymbaline", "a8f2836518d1c504"],
  ["Brian Adams", "Forgive", "43134f5237c98ee9"],
  ["Rihanna", "Rihanna - Love On The Brain", "b160e560ebc6895a"],
];

/** The body of a search. */
interface SearchAnswer {
  readonly data: readonly { readonly trackKey: string }[];
  readonly page?: { readonly nextCursor: string };
}

describe("Searching over REST", () => {
  const library = new FakeProvider("library");
  const other = new FakeProvider("deezer");
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [library, other] });
  });

  beforeEach(() => {
    library.replyWith([]);
    other.replyWith([]);
  });

  afterAll(() => application.close());

  it.each(documentedKeys)(
    "returns for %s and the title %s the key %s",
    async (artist, track, key) => {
      library.replyWith([candidate(artist, track)]);

      const response = await application.get(
        `/api/audio/search?track=${encodeURIComponent(track)}&artist=${encodeURIComponent(artist)}`,
      );

      expect(await response.json()).toMatchObject({
        success: true,
        data: [{ trackName: track, artist, trackKey: key, match_score: 1 }],
      });
    },
  );

  it("orders by decreasing score, and leaves prefixes in the names", async () => {
    library.replyWith([
      candidate("Pink Floyd", "06 - Cymbaline"),
      candidate("Pink Floyd", "Cymbaline"),
    ]);

    const response = await application.get("/api/audio/search?track=Cymbaline&artist=Pink+Floyd");

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({
      success: true,
      data: [
        {
          trackName: "Cymbaline",
          artist: "Pink Floyd",
          thumbnailUrl: `${application.url}/artwork/placeholder.svg`,
          trackKey: "f63116f780b3b1eb",
          match_score: 1,
        },
        {
          trackName: "06 - Cymbaline",
          artist: "Pink Floyd",
          thumbnailUrl: `${application.url}/artwork/placeholder.svg`,
          trackKey: "a8f2836518d1c504",
          match_score: 0.8895,
        },
      ],
    });
  });

  it("returns all tracks on pages that follow each other", async () => {
    const songs = Array.from({ length: 120 }, (_, index) =>
      candidate("Oake", `Salt ${index + 100}`),
    );
    library.replyWith(songs);
    other.replyWith(songs.slice(30, 90));

    const pages: SearchAnswer[] = [];
    let path: string | undefined = "/api/audio/search?track=Salt&limit=50";
    while (path !== undefined) {
      const response: Response = await application.get(path);
      const answer = (await response.json()) as SearchAnswer;
      pages.push(answer);
      const cursor = answer.page?.nextCursor;
      const next = response.headers.get("link");
      path = cursor && `/api/audio/search?track=Salt&limit=50&cursor=${cursor}`;
      expect(next).toBe(path === undefined ? null : `<${application.url}${path}>; rel="next"`);
    }

    const keys = pages.flatMap(({ data }) => data.map(({ trackKey }) => trackKey));
    expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 20]);
    expect(new Set(keys).size).toBe(120);
    expect(pages.at(-1)).not.toHaveProperty("page");
  });

  it.each([
    ["cursor=bm90IGpzb24", "is not a cursor of a search"],
    ["cursor=a&cursor=b", "must be given once"],
  ])("refuses %s", async (parameter, problem) => {
    const response = await application.get(`/api/audio/search?track=Salt&${parameter}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "INVALID_INPUT", message: `The parameter "cursor" ${problem}.` },
    });
  });

  it("refuses a cursor of another search, and one whose tracks are others by now", async () => {
    const songs = Array.from({ length: 60 }, (_, index) =>
      candidate("Oake", `Salt ${index + 100}`),
    );
    library.replyWith(songs);
    const first = await application.get("/api/audio/search?track=Salt");
    const { page } = (await first.json()) as SearchAnswer;
    library.replyWith(songs.slice(5));

    const after = `cursor=${page?.nextCursor}`;
    const ofAnother = await application.get(`/api/audio/search?track=Pepper&${after}`);
    const expired = await application.get(`/api/audio/search?track=Salt&${after}`);

    expect([ofAnother.status, expired.status]).toEqual([400, 400]);
    expect(await ofAnother.json()).toMatchObject({
      error: { message: 'The parameter "cursor" is a cursor of another search.' },
    });
    expect(await expired.json()).toMatchObject({
      error: {
        parameter: "cursor",
        message:
          'The parameter "cursor" has expired, because the providers reply differently now; search again without it.',
      },
    });
  });

  it.each([
    "Four+on+the+Floor",
    "Four%2Bon%2Bthe%2BFloor",
    "Four%20on%20the%20Floor",
    "+Four++on%20+the%2B%2BFloor%2B",
  ])("reads %s as one title", async (track) => {
    await application.get(`/api/audio/search?track=${track}&artist=Pts%2B1+5`);

    expect(library.queries.at(-1)).toMatchObject({ track: "Four on the Floor", artist: "Pts 1 5" });
  });

  it.each(["Beyoncé", "AC/DC", "P!nk", "Jay-Z", "Sigur Rós", "椎名林檎", "Guns N' Roses & <b>?#%"])(
    "does not change %s",
    async (artist) => {
      library.replyWith([candidate(artist, "Song")]);

      const response = await application.get(
        `/api/audio/search?track=Song&artist=${encodeURIComponent(artist)}`,
      );

      expect(await response.json()).toMatchObject({ data: [{ artist, match_score: 1 }] });
    },
  );

  it("returns as many tracks as requested, 30 by default", async () => {
    library.replyWith(Array.from({ length: 60 }, (_, n) => candidate("Artist", `Track ${n}`)));
    const countFor = async (query: string): Promise<number> => {
      const response = await application.get(`/api/audio/search?track=Track${query}`);
      const { data } = (await response.json()) as { data: unknown[] };
      return data.length;
    };

    const counts = await Promise.all(["", "&limit=1", "&limit=50"].map(countFor));

    expect(counts).toEqual([30, 1, 50]);
  });

  it("returns an empty list when nothing is found", async () => {
    const response = await application.get("/api/audio/search?track=Nothing");

    expect(response.status).toBe(200);
    expect(response.headers.has("overtone-unavailable-providers")).toBe(false);
    expect(await response.json()).toEqual({ success: true, data: [] });
  });

  it("returns the URL of a remote picture, an embedded one or the placeholder, on the host of the request", async () => {
    library.replyWith([
      candidate("A", "Song one", { kind: "remote", url: "https://pictures.example/1.jpg" }),
      candidate("Pink Floyd", "Money", { kind: "embedded" }),
      candidate("A", "Song three"),
    ]);

    const response = await application.get("/api/audio/search?track=Song");

    const { data } = (await response.json()) as {
      data: { trackName: string; thumbnailUrl: string }[];
    };
    expect(Object.fromEntries(data.map((track) => [track.trackName, track.thumbnailUrl]))).toEqual({
      "Song one": "https://pictures.example/1.jpg",
      Money: `${application.url}/artwork/bc24aaa5a97c70ed`,
      "Song three": `${application.url}/artwork/placeholder.svg`,
    });
  });

  it("returns results when a provider fails, and names it", async () => {
    library.replyWith([candidate("Pink Floyd", "Money")]);
    other.replyWith(new ProviderUnavailableError("deezer"));

    const response = await application.get("/api/audio/search?track=Money");

    expect(response.status).toBe(200);
    expect(response.headers.get("overtone-unavailable-providers")).toBe("deezer");
  });

  it("fails when all providers fail", async () => {
    library.replyWith(new ProviderBadResponseError("library"));
    other.replyWith(new ProviderUnavailableError("deezer"));

    const response = await application.get("/api/audio/search?track=Money");

    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "PROVIDER_UNAVAILABLE" } });
  });

  it("returns Retry-After when all providers limit the rate", async () => {
    library.replyWith(new ProviderRateLimitedError("library", 30));
    other.replyWith(new ProviderRateLimitedError("deezer", 7));

    const response = await application.get("/api/audio/search?track=Money");

    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.json()).toMatchObject({ error: { code: "PROVIDER_RATE_LIMITED" } });
  });
});
