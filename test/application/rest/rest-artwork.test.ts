import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { configFrom } from "../../../src/config/config.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { offline } from "../offline.js";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("The cover of a library file", () => {
  let folder: string;
  let server: RunningServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-artwork-"));
    const tags = (title: string) => ({ TPE1: "Overtone", TIT2: title });
    await writeFile(join(folder, "a.aiff"), taggedAiff(tags("Covered"), png));
    await writeFile(join(folder, "b.aiff"), taggedAiff(tags("Trap"), Buffer.from("<script>")));
    await mkdir(join(folder, "album"));
    await writeFile(join(folder, "album", "c.aiff"), taggedAiff(tags("Beside")));
    const environment = {
      ...offline,
      PORT: "0",
      DATABASE_URL: "sqlite::memory:",
      LIBRARY_DIRS: folder,
    };
    server = await openServer(configFrom(environment), {
      logger: new RecordingLogger(),
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
  });

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const coverOf = (title: string, headers = {}): Promise<Response> =>
    fetch(`${server.url}/artwork/${trackKeyFrom("Overtone", title)}`, { headers });

  it("is not shown on pages of other sites, which would learn whose songs there are", async () => {
    const { token } = await server.services.access.issue({ name: "page", scopes: ["read"] });
    const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
    const elsewhere = { ...browser, "sec-fetch-site": "cross-site" };

    const statuses = [
      await coverOf("Covered", elsewhere),
      await coverOf("Nobody", elsewhere),
      await coverOf("Covered", { ...browser, "sec-fetch-site": "same-site" }),
      await coverOf("Covered", browser),
      await coverOf("Covered", { "user-agent": "curl/8.5.0", origin: "http://evil.example" }),
      await coverOf("Covered", { ...browser, "sec-fetch-site": "same-origin" }),
      await coverOf("Covered", { ...elsewhere, authorization: `Bearer ${token}` }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([401, 401, 401, 401, 401, 200, 200]);
  });

  it("has its URL in search results, and needs no key", async () => {
    const { token } = await server.services.access.issue({ name: "tests", scopes: ["read"] });
    const headers = { authorization: `Bearer ${token}` };
    const found = await fetch(`${server.url}/api/audio/search?track=Covered`, { headers });
    const { data } = (await found.json()) as { data: { thumbnailUrl: string }[] };

    const response = await fetch(data[0]!.thumbnailUrl);

    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
    expect(hashOf(bytes)).toBe(hashOf(png));
  });

  it("is the picture beside the file where the file has none, from the scan on that finds it", async () => {
    const without = await coverOf("Beside");
    await writeFile(join(folder, "album", "Folder.png"), png);
    const { changed } = await server.services.library.scanAll();
    const { changed: again } = await server.services.library.scanAll();

    const response = await coverOf("Beside");

    expect([without.status, changed, again, response.status]).toEqual([404, 1, 0, 200]);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(hashOf(Buffer.from(await response.arrayBuffer()))).toBe(hashOf(png));
  });

  it("is sent once to a client that caches it", async () => {
    const first = await coverOf("Covered");
    const again = await coverOf("Covered", { "if-none-match": first.headers.get("etag") });

    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("is not served when it is not a picture, whatever its tag says", async () => {
    const response = await coverOf("Trap");

    expect(response.status).toBe(404);
  });
});

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
