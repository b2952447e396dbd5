import { SpotifyApi, type AccessToken } from "@spotify/web-api-ts-sdk";
import SpotifyWebApi from "spotify-web-api-node";
import BaseRequest from "spotify-web-api-node/src/base-request.js";
import requests from "spotify-web-api-node/src/webapi-request.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { sixSeconds } from "../../fakes/timelines.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";

const titles = ["Salt", "Salt Water"];
const [salt = "", water = ""] = titles.map((title) => trackKeyFrom("Mirabel Oake", title));
const unknownKey = "0123456789abcdef";
const measured = {
  ...{ tempo: 120, key: 9, mode: 0, energy: 0.5, valence: 0.5, danceability: 0.5 },
  ...{ loudness: -9, arousal: 0.5, happy: 0.5, sad: 0.2, relaxed: 0.3, aggressive: 0.1 },
};
const found = { name: "Salt", artists: [{ name: "Mirabel Oake" }] };

/** The id of what was measured as "Salt Water": of letters and digits only, as clients want it. */
const waterRecording = expect.stringMatching(/^rec[0-9a-f]{16}$/) as unknown;

describe("Clients of Spotify", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({
      analyzer: new FakeAnalyzer(measured, sixSeconds),
      providers: [
        new FakeProvider(
          "library",
          titles.map((title) => candidate("Mirabel Oake", title)),
        ),
      ],
    });
    await application.get("/api/audio/search?track=Salt");
    await application.get(`/v1/audio-features?ids=${salt},${water}`);
  });
  afterAll(() => application.close());

  describe("spotify-web-api-node", () => {
    const original = requests.builder;

    beforeAll(() => {
      const { hostname, port } = new URL(application.url);
      requests.builder = (accessToken) =>
        BaseRequest.builder()
          .withScheme("http")
          .withHost(hostname)
          .withPort(Number(port))
          .withAuth(accessToken);
    });
    afterAll(() => {
      requests.builder = original;
    });

    const client = (): SpotifyWebApi => new SpotifyWebApi({ accessToken: application.token });

    it("gets tracks by ids and by a search", async () => {
      const one = await client().getTrack(salt);
      const many = await client().getTracks([unknownKey, water]);
      const search = await client().searchTracks("track:Salt artist:Mirabel Oake", { limit: 1 });

      expect(one.body).toMatchObject(found);
      expect(many.body).toMatchObject({ tracks: [null, { name: "Salt Water" }] });
      expect(search.body).toMatchObject({ tracks: { items: [{ id: salt }], limit: 1 } });
    });

    it("gets audio features, an audio analysis and recommendations", async () => {
      const features = await client().getAudioFeaturesForTracks([salt, water]);
      const one = await client().getAudioFeaturesForTrack(salt);
      const analysis = await client().getAudioAnalysisForTrack(salt);
      const options = { seed_tracks: [salt], min_energy: 0.4, limit: 5 };
      const recommendations = await client().getRecommendations(options);

      expect(features.body).toMatchObject({ audio_features: [{ tempo: 120 }, { id: water }] });
      expect(one.body).toMatchObject({ id: salt, energy: 0.5 });
      expect(analysis.body).toMatchObject({ track: { tempo: 120 }, sections: [{ start: 0 }, {}] });
      expect(recommendations.body).toMatchObject({ tracks: [{ id: waterRecording }] });
    });

    it("gets the caller, and reads the errors", async () => {
      const stranger = new SpotifyWebApi({ accessToken: "unknown" });

      expect((await client().getMe()).body).toMatchObject({ display_name: "tests" });
      await expect(stranger.getMe()).rejects.toMatchObject({ statusCode: 401 });
      await expect(client().getTrack(unknownKey)).rejects.toMatchObject({
        statusCode: 404,
        body: { error: { status: 404 } },
      });
    });
  });

  describe("@spotify/web-api-ts-sdk", () => {
    const client = (token = application.token): SpotifyApi => {
      const access: AccessToken = {
        access_token: token,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "",
      };
      return SpotifyApi.withAccessToken("overtone", access, {
        fetch: (url, init) =>
          fetch(String(url).replace("https://api.spotify.com", application.url), init),
      });
    };

    it("gets tracks by ids and by a search", async () => {
      expect(await client().tracks.get(salt)).toMatchObject(found);
      expect(await client().tracks.get([unknownKey, water])).toMatchObject([null, { id: water }]);
      const search = await client().search("Salt", ["track", "artist"], undefined, 1);
      expect(search).toMatchObject({ tracks: { items: [{ id: salt }] }, artists: { items: [] } });
    });

    it("gets audio features, an audio analysis and recommendations", async () => {
      const recommendations = await client().recommendations.get({
        seed_tracks: [salt],
        target_valence: 0.5,
        limit: 5,
      });

      expect(await client().tracks.audioFeatures(salt)).toMatchObject({ tempo: 120 });
      expect(await client().tracks.audioFeatures([salt, water])).toHaveLength(2);
      expect(await client().tracks.audioAnalysis(salt)).toMatchObject({ track: { tempo: 120 } });
      expect(recommendations).toMatchObject({
        seeds: [{ id: salt }],
        tracks: [{ id: waterRecording }],
      });
    });

    it("gets the caller, and reads the errors", async () => {
      expect(await client().currentUser.profile()).toMatchObject({ display_name: "tests" });
      await expect(client("unknown").currentUser.profile()).rejects.toThrow("Bad or expired token");
      await expect(client().tracks.get(unknownKey)).rejects.toThrow("response code: 404");
    });

    it("reads that the rate limit is exceeded", async () => {
      const limited = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "1" });
      const access = { access_token: limited.token, token_type: "Bearer", expires_in: 3600 };
      const hasty = SpotifyApi.withAccessToken(
        "overtone",
        { ...access, refresh_token: "" },
        {
          fetch: (url, init) =>
            fetch(String(url).replace("https://api.spotify.com", limited.url), init),
        },
      );

      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, () => hasty.currentUser.profile()),
      );
      const direct = await limited.get("/v1/me");

      await limited.close();
      const reasons = answers.flatMap((answer) =>
        answer.status === "rejected" ? [String(answer.reason)] : [],
      );
      expect(reasons[0]).toContain("exceeded its rate limits");
      expect(direct.status).toBe(429);
      expect(direct.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await direct.json()).toMatchObject({ error: { status: 429 } });
    });
  });

  describe("spotipy", () => {
    /**
     * Paths, parameters and headers that spotipy sends with `prefix` set to this server.
     * Source: github.com/spotipy-dev/spotipy, spotipy/client.py, at commit 00417747.
     */
    const requested = [
      [`tracks/${salt}`, found],
      [`tracks/?ids=${salt},${unknownKey}`, { tracks: [found, null] }],
      ["search?q=Salt&limit=10&offset=0&type=track", { tracks: { items: [found, {}] } }],
      [`audio-features/?ids=${salt}`, { audio_features: [{ tempo: 120 }] }],
      [`audio-analysis/${salt}`, { track: { tempo: 120 } }],
      [
        `recommendations?limit=20&seed_tracks=${salt}&target_energy=0.5`,
        { tracks: [{ id: waterRecording }] },
      ],
      ["me/", { display_name: "tests" }],
    ] as const;

    it.each(requested)("gets %s", async (path, body) => {
      const headers = { "content-type": "application/json", "accept-encoding": "gzip, deflate" };

      const response = await application.get(`/v1/${path}`, { ...headers, accept: "*/*" });

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject(body);
    });
  });
});
