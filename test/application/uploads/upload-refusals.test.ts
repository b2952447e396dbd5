import type { Scope } from "../../../src/domain/api-key.js";
import {
  formOf,
  openUploading,
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

  describe("refuses", () => {
    afterEach(async () => {
      expect(uploading.analyzer.received).toEqual([]);
      expect(await uploading.filesLeft()).toEqual([]);
    });

    it.each<[string, Scope[], number, string]>([
      ["may only read", ["read"], 403, "FORBIDDEN"],
      ["is none", [], 401, "UNAUTHENTICATED"],
    ])("a key that %s", async (_promise, scopes, status, code) => {
      const token = scopes.length > 0 ? await uploading.tokenFor(...scopes) : "nothing";
      const headers = { authorization: `Bearer ${token}`, "content-type": "audio/wav" };

      const response = await uploading.post(wav, headers, song.query);

      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code } });
    });

    it.each([
      ["application/json", {}],
      ["text/plain", {}],
      ["application/x-www-form-urlencoded", {}],
      ["video/mp4", {}],
      ["multipart/mixed; boundary=a", {}],
      ["audio/wav", { "content-encoding": "gzip" }],
    ])("a body of type %s %j", async (type, headers) => {
      const response = await uploading.post(wav, { "content-type": type, ...headers }, song.query);

      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({
        error: { code: "UNSUPPORTED_MEDIA_TYPE", accepted: expect.stringContaining("audio/*") },
      });
    });

    it.each<[string, (bytes: Uint8Array) => Promise<Response>]>([
      ["as it is", (bytes) => uploading.postRaw(bytes)],
      [
        "in a form",
        (bytes) =>
          uploading.post(formOf(["file", new Blob([new Uint8Array(bytes)])]), {}, song.query),
      ],
      ["of unknown length", (bytes) => uploading.postRaw(streamOf(bytes))],
      [
        "of unknown length, in a form",
        async (bytes) => {
          const whole = new Response(formOf(["file", new Blob([new Uint8Array(bytes)])]));
          const type = whole.headers.get("content-type")!;
          return uploading.post(whole.body!, { "content-type": type }, song.query);
        },
      ],
    ])("a file over the limit, %s", async (_promise, send) => {
      const large = Buffer.concat([wav, Buffer.alloc(3_000_000)]);

      const response = await send(large);

      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        error: { code: "PAYLOAD_TOO_LARGE", limitBytes: 1_048_576 },
      });
    });

    it.each([
      ["an empty file", Buffer.alloc(0), "it is empty"],
      ["a text", Buffer.from("La la la.\n".repeat(50)), "not a known audio format"],
      ["a long text", Buffer.from("La la la.\n".repeat(50_000)), "not a known audio format"],
      [
        "a picture",
        Buffer.from("\x89PNG\r\n\x1a\n".repeat(30), "latin1"),
        "not a known audio format",
      ],
      ["nothing but a tag", Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), "contains only a tag"],
    ])("%s at once", async (_what, bytes, reason) => {
      const raw = await uploading.postRaw(bytes);
      const form = await uploading.post(formOf(["file", new Blob([bytes])]), {}, song.query);

      expect([raw.status, form.status]).toEqual([422, 422]);
      expect(await raw.json()).toMatchObject({
        error: { code: "AUDIO_UNDECODABLE", reason: expect.stringContaining(reason) },
      });
    });

    it("a text before all of it is received", async () => {
      const text = new TextEncoder().encode("La la la.\n".repeat(10_000));
      let end: () => void = () => undefined;
      const endless = new ReadableStream({
        start(controller) {
          controller.enqueue(text);
          end = () => controller.close();
        },
      });

      const response = await uploading.postRaw(endless);

      expect(response.status).toBe(422);
      end();
    });

    it.each<[string, string, string]>([
      ["no title", "?artist=A", "track"],
      ["no names at all", "", "artist"],
      ["an empty artist", "?artist=&track=a", "artist"],
      ["two titles", "?artist=a&track=b&track=c", "track"],
      ["4097 characters", `?artist=${"a".repeat(4_097)}&track=b`, "artist"],
    ])("an upload with %s in its URL", async (_what, query, parameter) => {
      const response = await uploading.postRaw(wav.subarray(0, 44), query);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
    });

    it.each<[string, () => FormData, string]>([
      ["no file", () => formOf(["artist", "a"]), "file"],
      ["two files", () => formOf(["file", wavBlob()], ["file", wavBlob()]), "file"],
      ["its file in another field", () => formOf(["audio", wavBlob()]), "file"],
      ["a text for a file", () => formOf(["file", "text"]), "file"],
      [
        "two artists",
        () => formOf(["artist", "a"], ["artist", "b"], ["file", wavBlob()]),
        "artist",
      ],
      [
        "an empty title",
        () => formOf(["file", wavBlob()], ["artist", "a"], ["track", " "]),
        "track",
      ],
      ["a long title", () => formOf(["file", wavBlob()], ["track", "é".repeat(4_097)]), "track"],
      [
        "a very long title",
        () => formOf(["file", wavBlob()], ["track", "é".repeat(20_000)]),
        "track",
      ],
      ["a null byte", () => formOf(["track", "a\0b"], ["file", wavBlob()]), "track"],
      ["no names", () => formOf(["file", wavBlob(), "take 1.wav"]), "artist"],
      [
        "too many fields",
        () => formOf(...Array.from({ length: 30 }, (_, n) => [`f${n}`, ""] as const)),
        "body",
      ],
    ])("a form with %s", async (_what, form, parameter) => {
      const response = await uploading.post(form());

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
    });

    it.each([
      ["without a boundary", "multipart/form-data", "Content-Type", "--a\r\n"],
      ["that is none", "multipart/form-data; boundary=a", "body", "hello"],
      [
        "without an end",
        "multipart/form-data; boundary=a",
        "body",
        "--a\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nRIFF",
      ],
      ["that ends in its head", "multipart/form-data; boundary=a", "body", "--a\r\nContent-Dis"],
      ["without a body", "multipart/form-data; boundary=a", "body", ""],
    ])("a form %s", async (_what, type, parameter, body) => {
      const response = await uploading.post(body, { "content-type": type }, song.query);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: "INVALID_INPUT", parameter } });
    });

    it("other methods", async () => {
      const headers = { authorization: `Bearer ${uploading.token}` };

      const response = await fetch(uploading.application.url + uploadPath, {
        method: "PUT",
        headers,
      });

      expect([response.status, response.headers.get("allow")]).toEqual([
        405,
        expect.stringContaining("POST"),
      ]);
    });
  });
});

function streamOf(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
