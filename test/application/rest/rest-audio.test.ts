import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { request as sendRaw } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const keyOf = (title: string): string => trackKeyFrom("Overtone", title);
const audioOf = (title: string): string => `/api/audio/tracks/${keyOf(title)}/audio`;
const fileOf = (title: string): Buffer =>
  Buffer.from(taggedAiff({ TPE1: "Overtone", TIT2: title }));

describe("The audio of a track", () => {
  let folder: string;
  let library: string;
  let application: ApplicationUnderTest;
  const played = fileOf("Played");
  const size = played.length;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-audio-"));
    library = join(folder, "library");
    await mkdir(join(library, "other"), { recursive: true });
    await writeFile(join(library, "played.aiff"), played);
    await writeFile(join(library, "gone.aiff"), fileOf("Gone"));
    await writeFile(join(library, "linked.aiff"), fileOf("Linked"));
    await writeFile(join(library, "other", "moved.aiff"), fileOf("Moved"));
    await writeFile(join(folder, "secret.aiff"), fileOf("Secret"));
    application = await openApplicationUnderTest({}, { LIBRARY_DIRS: library });
    await application.services.library.scanAll();
  });

  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const bytesOf = async (response: Response): Promise<Buffer> =>
    Buffer.from(await response.arrayBuffer());

  it("is the file, with its length, its media type and a tag", async () => {
    const response = await application.get(audioOf("Played"));

    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-length": String(size),
      "content-type": "audio/aiff",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect(await bytesOf(response)).toEqual(played);
  });

  it.each([
    ["bytes=0-3", 0, 4],
    ["bytes=10-", 10, size],
    ["bytes=-5", size - 5, size],
    [`bytes=-${size + 10}`, 0, size],
    [`bytes=4-${size + 10}`, 4, size],
  ])("is sent in part for the range %s", async (range, start, end) => {
    const response = await application.get(audioOf("Played"), { range });

    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(await bytesOf(response)).toEqual(played.subarray(start, end));
  });

  it.each(["bytes=0-1,4-5", "bytes=5-4", "bytes=-", "lines=1-2", "bytes=x"])(
    "is sent whole for the range %s, which is none or several",
    async (range) => {
      const response = await application.get(audioOf("Played"), { range });

      expect([response.status, (await bytesOf(response)).length]).toEqual([200, size]);
    },
  );

  it.each([`bytes=${size}-`, "bytes=-0"])("is refused with its length for %s", async (range) => {
    const response = await application.get(audioOf("Played"), { range });

    expect([response.status, response.headers.get("content-range")]).toEqual([
      416,
      `bytes */${size}`,
    ]);
    expect(await response.json()).toMatchObject({ error: { code: "RANGE_NOT_SATISFIABLE" } });
  });

  it("is continued only for a client that has the beginning of the same file", async () => {
    const etag = (await application.get(audioOf("Played"))).headers.get("etag") ?? "";
    const range = "bytes=8-";

    const same = await application.get(audioOf("Played"), { range, "if-range": etag });
    const other = await application.get(audioOf("Played"), { range, "if-range": '"other"' });
    const known = await application.get(audioOf("Played"), { "if-none-match": etag });

    expect([same.status, other.status, known.status]).toEqual([206, 200, 304]);
  });

  it("is described without a body by HEAD, which knows no ranges", async () => {
    const headers = { authorization: `Bearer ${application.token}`, range: "bytes=0-3" };
    const response = await fetch(application.url + audioOf("Played"), { method: "HEAD", headers });

    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(size)]);
    expect(await response.text()).toBe("");
  });

  it("needs a key", async () => {
    const response = await fetch(application.url + audioOf("Played"));

    expect(response.status).toBe(401);
  });

  it.each([
    ["/api/audio/tracks/..%2f..%2fsecret.aiff/audio", 400],
    ["/api/audio/tracks/%2e%2e/audio", 400],
    ["/api/audio/tracks/%00/audio", 400],
    ["/api/audio/tracks/../../../secret.aiff/audio", 404],
    [audioOf("Secret"), 404],
  ])("of no file outside the library is sent: %s", async (path, status) => {
    // `fetch` would resolve the dots itself.
    const headers = { authorization: `Bearer ${application.token}` };
    const received = await new Promise<number | undefined>((resolve, reject) => {
      sendRaw(new URL(application.url), { path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });

    expect(received).toBe(status);
  });

  it("is not found where the file has vanished, or has become a link out of the library", async () => {
    await rm(join(library, "gone.aiff"));
    await rm(join(library, "linked.aiff"));
    await symlink(join(folder, "secret.aiff"), join(library, "linked.aiff"));

    const responses = await Promise.all(
      ["Gone", "Linked"].map((title) => application.get(audioOf(title))),
    );

    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect(await responses[0]?.json()).toMatchObject({ error: { code: "AUDIO_NOT_FOUND" } });
  });

  it("is not found in a folder that was renamed, and unavailable in a library that is gone", async () => {
    await rename(join(library, "other"), join(library, "renamed"));
    const renamed = await application.get(audioOf("Moved"));
    await rename(library, `${library}-away`);
    const away = await application.get(audioOf("Played"));
    await rename(`${library}-away`, library);

    expect([renamed.status, away.status]).toEqual([404, 503]);
    expect(away.headers.get("retry-after")).toBe("10");
  });
});
