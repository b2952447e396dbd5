import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import type { AudioSource, EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { waitUntil } from "../../wait-until.js";
import {
  fileOf,
  formOf,
  openUploading,
  pieces,
  song,
  uploadPath,
  wav,
  wavBlob,
  type Uploading,
} from "./uploading.js";

describe("Uploading audio", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading();
  });
  afterEach(() => uploading.close());

  async function reopen(...given: Parameters<typeof openUploading>): Promise<void> {
    await uploading.close();
    uploading = await openUploading(...given);
  }

  async function sourceOf(trackKey: TrackKey): Promise<string | undefined> {
    const [state] = await uploading.application.services.analyses.findMany([trackKey]);
    return state?.state === "ready" ? state.analysis.source : undefined;
  }

  describe("names the track", () => {
    it.each([
      ['Prince - 12" Mix.wav', "Prince", '12" Mix'],
      ["Björk - Jóga (日本).wav", "Björk", "Jóga (日本)"],
      ["+44 - 1+1.wav", "+44", "1+1"],
    ])("by the name of a file that fetch sends: %s", async (fileName, artist, trackName) => {
      const form = formOf(["artist", ""], ["track", " "], ["file", wavBlob(), fileName]);

      const response = await uploading.post(form, {}, "?artist=&track=");

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ data: { artist, trackName } });
    });

    it("by fields, literally", async () => {
      const fields = [
        ["artist", "+/-"],
        ["track", "1+1  (+)"],
      ] as const;

      const response = await uploading.post(formOf(...fields, ["file", wavBlob()]));

      const trackKey = trackKeyFrom("+/-", "1+1  (+)");
      expect(await response.json()).toMatchObject({ data: { trackKey, trackName: "1+1  (+)" } });
    });
  });

  describe("returns", () => {
    it("the analysis that the path of the track then returns, and keeps no file", async () => {
      const response = await uploading.post(
        formOf(["file", wavBlob()], ["artist", song.artist], ["track", song.track]),
      );

      const body = await response.json();
      const later = await uploading.application.get(`${uploadPath}/${song.trackKey}`);
      expect(response.status).toBe(200);
      expect(body).toMatchObject({ success: true, data: { trackKey: song.trackKey, tempo: 100 } });
      expect(response.headers.get("etag")).toMatch(new RegExp(`^"${song.trackKey}-v1-`));
      expect(response.headers.get("content-location")).toBe(`${uploadPath}/${song.trackKey}`);
      expect(later.headers.get("etag")).toBe(response.headers.get("etag"));
      expect(await later.json()).toEqual(body);
      expect(await sourceOf(song.trackKey)).toBe("upload");
      await uploading.whenFilesGone();
    });

    it("the analysis of the bytes that were sent", async () => {
      const seen: Buffer[] = [];
      const analyze = uploading.analyzer.analyze.bind(uploading.analyzer);
      uploading.analyzer.analyze = async (audio: EncodedAudio, signal) => {
        if (audio.kind === "file") seen.push(await readFile(audio.path));
        return analyze(audio, signal);
      };

      await uploading.postRaw(wav);
      await uploading.post(formOf(["artist", "A"], ["track", "B"], ["file", wavBlob()]));

      expect(seen.map((bytes) => bytes.equals(wav))).toEqual([true, true]);
    });

    it("202 to a client that prefers not to wait, with the path of the analysis", async () => {
      const release = uploading.analyzer.hold();
      const headers = { "content-type": "audio/wav", prefer: "respond-async" };

      const response = await uploading.post(wav, headers, song.query);
      const place = response.headers.get("location")!;
      const early = await uploading.application.get(place, { prefer: "respond-async" });
      release();
      const late = await uploading.application.get(place);

      expect([response.status, early.status, late.status]).toEqual([202, 202, 200]);
      expect(place).toBe(`${uploadPath}/${song.trackKey}`);
      expect(response.headers.get("preference-applied")).toBe("respond-async");
      expect(response.headers.get("retry-after")).toBe("2");
      expect(await response.json()).toMatchObject({ success: true, data: null });
      await uploading.whenFilesGone();
      expect(uploading.analyzer.received).toHaveLength(1);
    });

    it("to each of two simultaneous files of one track its own analysis, of which one is preferred", async () => {
      const release = uploading.analyzer.hold();

      const both = [uploading.postRaw(wav), uploading.postRaw(wav.subarray(0, 100_000))];
      await waitUntil(() => uploading.analyzer.received.length >= 2);
      release();
      const responses = await Promise.all(both);

      const tags = responses.map(({ headers }) => headers.get("etag"));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      // The one that is stored first is preferred until the other is.
      const stored = tags.filter((tag) => tag !== null);
      expect(stored.length).toBeGreaterThanOrEqual(1);
      for (const tag of stored) {
        expect(tag).toMatch(new RegExp(`^"${song.trackKey}-v1-[0-9a-f]{16}`));
      }
      await uploading.whenFilesGone();
    });

    it("503 with Retry-After when the analyzer is busy", async () => {
      uploading.analyzer.answerWith(new AnalyzerBusyError(7));

      const response = await uploading.postRaw(wav);

      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "7"]);
      await uploading.whenFilesGone();
    });
  });

  describe("names the track", () => {
    it.each(pieces)("by the tags or the name of $file", async (piece) => {
      await reopen({}, { UPLOAD_LIMIT_MB: "20" });
      const form = formOf(["file", await openAsBlob(fileOf(piece)), piece.file]);

      const response = await uploading.post(form);

      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ data: { trackKey: piece.trackKey } });
    });

    it.each([
      ["before the file", ["artist", "track", "file"]],
      ["after the file", ["file", "track", "artist"]],
    ])("by fields that come %s, in any Unicode and with plus signs", async (_place, order) => {
      const fields = { artist: "Sigrún + 椎名林檎", track: "Ljósið (🎻)", file: wavBlob() };
      const form = formOf(
        ...order.map((name) => [name, fields[name as keyof typeof fields]] as const),
      );

      const response = await uploading.post(form);

      const trackKey = trackKeyFrom(fields.artist, fields.track);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        data: { trackKey, artist: fields.artist, trackName: fields.track },
      });
    });

    it("by the fields rather than by tags, file name or URL", async () => {
      const file = await openAsBlob(fileOf(pieces[0]!));
      const form = formOf(["file", file, "Some - Body.mp3"], ["track", "Mine"]);

      const response = await uploading.post(form, {}, "?artist=Else&track=Where");

      expect(await response.json()).toMatchObject({ data: { artist: "Else", trackName: "Mine" } });
    });

    it("by the name of the file when nothing else contains it", async () => {
      const response = await uploading.post(formOf(["file", wavBlob(), "Björk - 03 Jóga.wav"]));

      expect(await response.json()).toMatchObject({
        data: { artist: "Björk", trackName: "03 Jóga" },
      });
    });

    it("as it is already stored, if a search has found it", async () => {
      await reopen({
        providers: [new FakeProvider("library", [candidate("ANN uploader", "My own Song")])],
      });
      await uploading.application.get("/api/audio/search?track=My+own+Song");

      const response = await uploading.postRaw(wav);

      expect(await response.json()).toMatchObject({
        data: { trackKey: song.trackKey, artist: "ANN uploader" },
      });
    });
  });

  describe("keeps", () => {
    it("the analysis of a whole file rather than that of a preview", async () => {
      const preview: AudioSource = {
        name: "deezer",
        coverage: "excerpt",
        find: () => Promise.resolve({ kind: "memory", bytes: new Uint8Array(1) }),
      };
      const provider = new FakeProvider("library", [candidate(song.artist, song.track)]);
      await reopen({ sources: [preview], providers: [provider] });
      await uploading.application.get(`${uploadPath}/${song.trackKey}${song.query}`);
      const before = await sourceOf(song.trackKey);

      const response = await uploading.postRaw(wav);

      expect([before, await sourceOf(song.trackKey)]).toEqual(["deezer", "upload"]);
      expect(response.headers.get("etag")).toMatch(new RegExp(`^"${song.trackKey}-v1-`));
    });

    it("the analysis of a library file, but returns that of the upload", async () => {
      const provider = new FakeProvider("library", [candidate(song.artist, song.track)]);
      await reopen({ sources: [new FakeAudioSource()], providers: [provider] });
      await uploading.application.get(`${uploadPath}/${song.trackKey}${song.query}`);
      uploading.analyzer.answerWith({ tempo: 77 });

      const response = await uploading.postRaw(wav);

      const kept = await uploading.application.get(`${uploadPath}/${song.trackKey}`);
      expect(response.headers.get("etag")).toBeNull();
      expect(await response.json()).toMatchObject({ data: { tempo: 77 } });
      expect(await kept.json()).toMatchObject({ data: { tempo: 100 } });
    });

    it("nothing of a file that cannot be decoded, except the reason for the next request", async () => {
      uploading.analyzer.answerWith(new AudioUndecodableError("it is damaged"));

      const response = await uploading.postRaw(wav);
      const next = await uploading.application.get(`${uploadPath}/${song.trackKey}`);

      expect([response.status, next.status]).toEqual([422, 422]);
      expect(await next.json()).toMatchObject({ error: { reason: "it is damaged" } });
      await uploading.whenFilesGone();
    });

    it("no failure of an upload for a track that has audio of its own", async () => {
      const provider = new FakeProvider("library", [candidate(song.artist, song.track)]);
      await reopen({ sources: [new FakeAudioSource()], providers: [provider] });
      const release = uploading.analyzer.hold();
      const analyze = uploading.analyzer.analyze.bind(uploading.analyzer);
      uploading.analyzer.analyze = async (audio, signal) => {
        const analysis = await analyze(audio, signal);
        if (audio.kind === "file") throw new AudioUndecodableError("it is damaged");
        return analysis;
      };
      const sending = uploading.postRaw(wav);
      await waitUntil(() => uploading.analyzer.received.length > 0);

      const asking = uploading.application.get(`${uploadPath}/${song.trackKey}`);
      await nextTurn();
      release();
      const [uploaded, requested] = [await sending, await asking];
      const again = await uploading.application.get(`${uploadPath}/${song.trackKey}`);

      expect([uploaded.status, again.status]).toEqual([422, 200]);
      expect([200, 202]).toContain(requested.status);
    });
  });
});
