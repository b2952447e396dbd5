import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { seededRandom } from "../../signals/random.js";
import { excerptOf } from "../../signals/encoded/excerpt-of.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { formOf, openUploading, type Uploading } from "./uploading.js";

const demo = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));
const lights = `${demo}Lumen & the Tides - Harbour Lights.mp3`;
const trackKey = trackKeyFrom("Lumen & the Tides", "Harbour Lights");

const query = `mutation ($file: Upload!) {
  identifyUpload(file: $file) {
    heardSeconds
    isCompared
    matches { recordingId score offsetSeconds track { trackKey recordingId recording { id } } }
  }
}`;

interface Identified {
  readonly heardSeconds: number;
  readonly isCompared: boolean;
  readonly matches: readonly {
    readonly recordingId: string;
    readonly score: number;
    readonly offsetSeconds: number;
    readonly track: { readonly trackKey: string; readonly recordingId: string };
  }[];
}

describe("A file that is identified by its sound", () => {
  let uploading: Uploading;
  let token: string;

  beforeAll(async () => {
    const analyzer = new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread });
    uploading = await openUploading({ analyzer });
    await uploading.postRaw(
      await readFile(lights),
      "?artist=Lumen+%26+the+Tides&track=Harbour+Lights",
    );
    await uploading.whenFilesGone();
    token = await uploading.tokenFor("read");
  });
  afterEach(async () => {
    await uploading.whenFilesGone();
  });
  afterAll(() => uploading.close());

  const post = (body: Uint8Array | FormData, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${uploading.application.url}/api/audio/identify`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: body as RequestInit["body"] & {},
    });
  const identified = async (bytes: Uint8Array): Promise<Identified> => {
    const response = await post(bytes, { "content-type": "audio/mpeg" });
    return ((await response.json()) as { readonly data: Identified }).data;
  };
  const identifiedOverGraphql = async (bytes: Uint8Array): Promise<Identified> => {
    const response = await fetch(`${uploading.application.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: formOf(
        ["operations", JSON.stringify({ query, variables: { file: null } })],
        ["map", JSON.stringify({ "0": ["variables.file"] })],
        ["0", new Blob([new Uint8Array(bytes)])],
      ),
    });
    const { data } = (await response.json()) as { readonly data: { identifyUpload: Identified } };
    return data.identifyUpload;
  };

  it("is found whole, by its bytes, with a key that may only read", async () => {
    const { matches, isCompared } = await identified(await readFile(lights));

    const [best] = matches;
    expect(best).toMatchObject({ score: 1, offsetSeconds: 0, track: { trackKey } });
    expect(best?.recordingId).toBe(best?.track.recordingId);
    expect(isCompared).toBe(true);
  });

  it("is found by 10 s of it in another encoding, alike over GraphQL", async () => {
    const excerpt = await excerptOf(lights, 6.3);

    const found = await identified(excerpt);
    const overGraphql = await identifiedOverGraphql(excerpt);

    const [best] = found.matches;
    expect(found).toMatchObject({ heardSeconds: 10, isCompared: true });
    expect(best).toMatchObject({ track: { trackKey } });
    // A word of a fingerprint is 0.124 s, an offset is up to one too many, and it is in tenths of a second.
    expect(Math.abs((best?.offsetSeconds ?? NaN) - 6.3)).toBeLessThan(0.2);
    expect(overGraphql).toMatchObject({
      ...found,
      matches: found.matches.map(({ track, ...match }) => ({
        ...match,
        track: {
          ...{ trackKey: track.trackKey, recordingId: track.recordingId },
          recording: { id: track.recordingId },
        },
      })),
    });
  });

  it("is found by a part of its MP3, which begins and ends within frames", async () => {
    const bytes = await readFile(lights);

    const { matches } = await identified(bytes.subarray(bytes.length / 3, (2 * bytes.length) / 3));

    expect(matches[0]).toMatchObject({ track: { trackKey } });
  });

  it("is found in a form, and not under the names there", async () => {
    const file = new Blob([new Uint8Array(await excerptOf(lights, 2))]);

    const response = await post(formOf(["artist", "Ann"], ["track", "Other"], ["file", file]));

    expect(await response.json()).toMatchObject({ data: { matches: [{ track: { trackKey } }] } });
  });

  it("is nothing where no recording sounds like it", async () => {
    const random = seededRandom(1);
    const noise = Float32Array.from({ length: 10 * 22_050 }, () => 0.5 * random());

    const found = await identified(wavBytes({ channels: [noise], sampleRate: 22_050 }));

    expect(found).toEqual({ heardSeconds: 10, isCompared: true, matches: [] });
  });

  it("is not compared where it is shorter than 5 s", async () => {
    const found = await identified(await excerptOf(lights, 2, 3));

    expect(found).toEqual({ heardSeconds: 3, isCompared: false, matches: [] });
  });

  it("is stored nowhere: no analysis, no name", async () => {
    const { recordings } = uploading.application.services;
    const before = await uploading.application.services.corrections.get(trackKey);

    const { matches } = await identified(await excerptOf(lights, 3));

    const known = await recordings.get(before.analysis.recordingId);
    expect(matches).toHaveLength(1);
    expect(known.names.map((name) => name.trackKey)).toEqual([trackKey]);
  });

  it("is deleted when its client leaves before the answer", async () => {
    const client = new AbortController();
    const { identification } = uploading.application.services;
    const identify = identification.identify.bind(identification);
    const reached = new Promise<void>((resolve) => {
      identification.identify = (audio, signal) => {
        resolve();
        return identify(audio, signal);
      };
    });

    const answer = fetch(`${uploading.application.url}/api/audio/identify`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...AS_AUDIO },
      body: new Uint8Array(await excerptOf(lights, 4)),
      signal: client.signal,
    });
    await reached;
    client.abort();

    await expect(answer).rejects.toThrow();
    await uploading.whenFilesGone();
    identification.identify = identify;
  });

  it.each<[string, () => Promise<Response>, number, string]>([
    [
      "no audio",
      () => post(Buffer.from("La la la.\n".repeat(50)), AS_AUDIO),
      422,
      "AUDIO_UNDECODABLE",
    ],
    ["nothing", () => post(Buffer.alloc(0), AS_AUDIO), 422, "AUDIO_UNDECODABLE"],
    [
      "truncated",
      async () => post((await excerptOf(lights, 2)).subarray(0, 100_000), AS_AUDIO),
      422,
      "AUDIO_UNDECODABLE",
    ],
    ["a large file", () => post(Buffer.alloc(1_100_000), AS_AUDIO), 413, "PAYLOAD_TOO_LARGE"],
    [
      "a text",
      () => post(Buffer.from("La"), { "content-type": "text/plain" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a form without a file", () => post(formOf(["artist", "A"])), 400, "INVALID_INPUT"],
    [
      "no key",
      () => post(Buffer.from("La"), { ...AS_AUDIO, authorization: "Bearer nothing" }),
      401,
      "UNAUTHENTICATED",
    ],
  ])("is refused where it is %s", async (_what, send, status, code) => {
    const response = await send();

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });
});

const AS_AUDIO = { "content-type": "audio/wav" };
