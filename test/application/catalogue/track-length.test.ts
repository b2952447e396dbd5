import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openUploading, song, uploadPath, wav, type Uploading } from "../uploads/uploading.js";

describe("A track that was analysed has", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading();
  });
  afterEach(() => uploading.close());

  async function reopen(...given: Parameters<typeof openUploading>): Promise<void> {
    await uploading.close();
    uploading = await openUploading(...given);
  }

  const lengths = `query ($key: TrackKey!) {
    track(trackKey: $key) { durationMs }
    search(track: "My Own Song", artist: "Ann Uploader") { results { track { durationMs } } }
  }`;

  async function trackOverRest(): Promise<unknown> {
    const response = await uploading.application.get(`/api/audio/tracks/${song.trackKey}`);
    return response.json();
  }

  it("the measured length when no provider gives one, over REST and GraphQL", async () => {
    const provider = new FakeProvider("library", [candidate(song.artist, song.track)]);
    await reopen({ providers: [provider] });
    uploading.analyzer.answerWith({ durationSeconds: 187.25 });
    await uploading.postRaw(wav);

    const { data } = await askGraphql(uploading.application, lengths, { key: song.trackKey });

    expect(await trackOverRest()).toMatchObject({ data: { tracks: [{ duration_ms: 187_250 }] } });
    expect(data).toEqual({
      track: { durationMs: 187_250 },
      search: { results: [{ track: { durationMs: 187_250 } }] },
    });
  });

  it("the length that a provider gives, if there is one", async () => {
    const named = { ...candidate(song.artist, song.track), durationSeconds: 200 };
    await reopen({ providers: [new FakeProvider("library", [named])] });
    uploading.analyzer.answerWith({ durationSeconds: 187.25 });
    await uploading.application.get(`/api/audio/search${song.query}`);
    await uploading.postRaw(wav);

    const { data } = await askGraphql(uploading.application, lengths, { key: song.trackKey });

    expect(await trackOverRest()).toMatchObject({ data: { tracks: [{ duration_ms: 200_000 }] } });
    expect(data).toMatchObject({ track: { durationMs: 200_000 } });
  });

  it("no length that was measured on an excerpt", async () => {
    const preview: AudioSource = {
      name: "deezer",
      coverage: "excerpt",
      find: () => Promise.resolve({ kind: "memory", bytes: new Uint8Array(1) }),
    };
    const provider = new FakeProvider("library", [candidate(song.artist, song.track)]);
    await reopen({ sources: [preview], providers: [provider] });

    await uploading.application.get(`${uploadPath}/${song.trackKey}${song.query}`);

    expect(await trackOverRest()).toMatchObject({ data: { tracks: [{ duration_ms: null }] } });
  });
});
