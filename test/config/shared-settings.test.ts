import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { type Environment, withSharedSettings } from "../../src/config/shared-settings.js";
import { shareSettings } from "../../src/composition/share-settings.js";

describe("The settings that commands share with a server", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-settings-"))));
  afterEach(() => rm(folder, { recursive: true }));

  /** Notes the settings of a server with this environment, as its start does. */
  const start = (environment: Environment): Promise<void> =>
    shareSettings(configFrom({ DATA_DIR: folder, ...environment }));

  it("are those of the server where the command sets none, whatever its working directory", async () => {
    await start({ LIBRARY_DIRS: "music:more/music", PLAYLIST_DIR: "lists", PORT: "4001" });

    const { environment, taken } = withSharedSettings({ DATA_DIR: folder, PORT: "4002" });

    expect(environment).toEqual({
      DATA_DIR: folder,
      LIBRARY_DIRS: `${resolve("music")}:${resolve("more/music")}`,
      PLAYLIST_DIR: resolve("lists"),
      PORT: "4002",
    });
    expect([...taken].sort()).toEqual(["LIBRARY_DIRS", "PLAYLIST_DIR"]);
  });

  it("are those of the last start alone", async () => {
    await start({ LIBRARY_DIRS: "/music" });
    await start({ PORT: "4001" });

    expect(withSharedSettings({ DATA_DIR: folder }).taken).toEqual(["PORT"]);
  });

  it("are neither keys nor passwords, nor what is of the server alone", async () => {
    await start({
      ...{ DATABASE_URL: "postgres://ann:secret@db:5432,b/music?password=secret&sslmode=require" },
      ...{ ANALYSIS_CONCURRENCY: "0", LASTFM_API_KEY: "secret", SECRETS_KEY: "0".repeat(64) },
      DEEZER_BASE_URL: "https://ann:secret@mirror/deezer",
    });
    const path = join(folder, "server.json");

    const text = await readFile(path, "utf8");
    const { mode } = await stat(path);

    expect(JSON.parse(text)).toEqual({
      settings: { DATABASE_URL: "postgres://ann@db:5432,b/music?sslmode=require" },
    });
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["server.json"]);
  });

  it.each([
    ["a file", "sqlite:/elsewhere/overtone.db", []],
    ["the same with a password", "postgres://ann:secret@db/music", ["LIBRARY_DIRS"]],
  ])("are not used with another database: %s", async (_, url, expected) => {
    await start({ LIBRARY_DIRS: "/music", DATABASE_URL: "postgres://ann:secret@db/music" });

    const found = withSharedSettings({ DATA_DIR: folder, DATABASE_URL: url });

    expect(found.taken).toEqual(expected);
    expect(found.environment["DATABASE_URL"]).toBe(url);
  });

  it("name the providers that the server asks, without those whose key is not set for the command", async () => {
    await start({
      ...{ METADATA_PROVIDERS: "deezer, lastfm,library", LASTFM_API_KEY: "secret" },
      ...{ AUDIO_SOURCES: "library", DEEZER_BASE_URL: "https://mirror/deezer" },
    });

    const without = withSharedSettings({ DATA_DIR: folder });
    const own = withSharedSettings({ DATA_DIR: folder, LASTFM_API_KEY: "mine" });

    expect(without.environment).toMatchObject({
      ...{ METADATA_PROVIDERS: "deezer,library", AUDIO_SOURCES: "library" },
      DEEZER_BASE_URL: "https://mirror/deezer",
    });
    expect(without.keyless).toEqual([{ name: "lastfm", apiKey: "LASTFM_API_KEY" }]);
    expect(configFrom(without.environment).providers.map(({ name }) => name)).toEqual([
      ...["deezer", "library"],
    ]);
    expect(own.environment["METADATA_PROVIDERS"]).toBe("deezer, lastfm,library");
    expect(own.keyless).toEqual([]);
  });

  it("ask the library alone where the server asks only providers whose key is not set", async () => {
    await start({ METADATA_PROVIDERS: "discogs", DISCOGS_TOKEN: "secret" });

    const { environment } = withSharedSettings({ DATA_DIR: folder });

    expect(environment["METADATA_PROVIDERS"]).toBe("library");
  });

  it("are none where no server was started", () => {
    const environment = { DATA_DIR: join(folder, "nowhere") };

    expect(withSharedSettings(environment)).toEqual({ environment, taken: [], keyless: [] });
  });

  it("are a mistake where their file is damaged", async () => {
    await writeFile(join(folder, "server.json"), '{"settings":');

    expect(() => withSharedSettings({ DATA_DIR: folder })).toThrow("server.json is damaged");
  });
});
