import { resolve } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { ConfigError } from "../../src/config/config-error.js";
import { relativePaths } from "../../src/domain/playlist/playlist-paths.js";

describe("The configuration", () => {
  it("has a default for every setting", () => {
    const config = configFrom({});

    expect(config.http).toEqual({
      host: "127.0.0.1",
      port: 4000,
      keepAliveMilliseconds: 75_000,
      requestTimeoutMilliseconds: 300_000,
      trustedProxies: { hops: 0, networks: [] },
    });
    expect(config.analysis.waitMilliseconds).toBe(20_000);
    expect(config.cache.ttlSeconds).toBe(86_400);
    expect(config.access.requestsPerSecond).toBe(50);
    expect(config.library.folders[0]).toMatch(/demo.library$/);
    expect(config.storage.databaseUrl).toMatch(/^sqlite:\/.*\/data\/overtone\.db$/);
  });

  it("limits an analysis by default to a twentieth of the length of the longest recording", () => {
    const { analysis } = configFrom({});
    const longer = configFrom({ AUDIO_LIMIT_HOURS: "10" }).analysis;
    const shorter = configFrom({ ANALYSIS_LIMIT_SECONDS: "60" }).analysis;

    expect(analysis).toMatchObject({ maxDurationSeconds: 21_600, timeoutMilliseconds: 1_080_000 });
    expect(longer).toMatchObject({ maxDurationSeconds: 36_000, timeoutMilliseconds: 1_800_000 });
    expect(shorter).toMatchObject({ maxDurationSeconds: 21_600, timeoutMilliseconds: 60_000 });
  });

  it("lets a server analyse nothing itself", () => {
    expect(configFrom({ ANALYSIS_CONCURRENCY: "0" }).analysis.concurrency).toBe(0);
  });

  it("has the key of a worker only where it is set", () => {
    const key = `ot_live_01234567_${"0".repeat(48)}`;
    const without = configFrom({}).worker;
    const own = configFrom({ WORKER_KEY: key, WORKER_SPACE_MB: "100" }).worker;

    expect(without).toMatchObject({ key: undefined, spaceBytes: 4_096 * 1024 * 1024 });
    expect(own).toMatchObject({ key, spaceBytes: 100 * 1024 * 1024 });
    expect(() => configFrom({ WORKER_KEY: "secret" })).toThrow(/WORKER_KEY: must be an API key/);
  });

  it("uses by default every provider that needs no key, and those whose key is set", () => {
    const without = configFrom({});
    const withKeys = configFrom({ LASTFM_API_KEY: "x", DISCOGS_TOKEN: "y" });

    const free = ["library", "deezer", "musicbrainz", "itunes"];
    expect(without.providers.map(({ name }) => name)).toEqual(free);
    expect(withKeys.providers.map(({ name }) => name)).toEqual([...free, "lastfm", "discogs"]);
    expect(without.audioSources.map(({ name }) => name)).toEqual(["library", "deezer"]);
  });

  it("looks up sounds only where the key of AcoustID is set", () => {
    const environment = { ACOUSTID_API_KEY: "k", ACOUSTID_BASE_URL: "http://127.0.0.1:9" };

    expect(configFrom({}).soundDirectories).toEqual([]);
    expect(configFrom(environment).soundDirectories).toMatchObject([
      { name: "acoustid", apiKey: "k", baseUrl: "http://127.0.0.1:9" },
    ]);
  });

  it("reads the environment, and ignores empty variables", () => {
    const config = configFrom({ PORT: "0", LIBRARY_DIRS: "/music:/more music", LOG_LEVEL: "" });

    expect(config.http.port).toBe(0);
    expect(config.library.folders).toEqual(["/music", "/more music"]);
    expect(config.log.level).toBe("info");
  });

  it("has a folder of playlists, as an absolute path, only where it is set", () => {
    const folderOf = (environment: Record<string, string>) =>
      configFrom(environment).library.playlistFolder;

    expect(folderOf({})).toBeUndefined();
    expect(folderOf({ PLAYLIST_DIR: "" })).toBeUndefined();
    expect(folderOf({ PLAYLIST_DIR: "/music/lists" })).toBe("/music/lists");
    expect(folderOf({ PLAYLIST_DIR: "lists" })).toBe(resolve("lists"));
  });

  it("names files in playlists from their folder by default, absolutely, or as mapped", () => {
    const pathsOf = (text?: string) =>
      configFrom({ ...(text !== undefined && { PLAYLIST_PATHS: text }) }).library.playlistPaths;

    expect([pathsOf(), pathsOf("relative")]).toEqual([relativePaths, relativePaths]);
    expect(pathsOf("absolute")).toEqual({ areAbsolute: true, mappings: [] });
    expect(pathsOf("/music/=M:\\Music\\; /nas/a//b=/mnt/b ;")).toEqual({
      areAbsolute: false,
      mappings: [
        { from: "/music", to: "M:\\Music" },
        { from: "/nas/a/b", to: "/mnt/b" },
      ],
    });
  });

  it.each([
    ["music=/mnt", '"music" is not an absolute path'],
    ["/music", 'must be "relative", "absolute", or mappings'],
    ["/music=", 'must be "relative", "absolute", or mappings'],
    [";", 'must be "relative", "absolute", or mappings'],
  ])("refuses %j as the paths of playlists", (text, problem) => {
    expect(() => configFrom({ PLAYLIST_PATHS: text })).toThrow(problem);
  });

  it("has music servers, whose passwords are in files or other variables", () => {
    const text = `navidrome http://nas:4533/ user=ann password-file=/run/secrets/navidrome "mounted=/my music=/mnt/my music"
      living-room http://nas:8096 kind=jellyfin api-key-variable=KEY pace=5 bandwidth=500; ;`;
    const { musicServers, shared } = configFrom({ MUSIC_SERVERS: text, KEY: "k1" });

    expect(configFrom({}).musicServers.configured).toEqual([]);
    expect(musicServers.configured).toEqual([
      {
        ...{ name: "navidrome", kind: "opensubsonic", url: "http://nas:4533", user: "ann" },
        ...{ requestsPerSecond: 20, bytesPerSecond: null },
        mounted: [{ from: "my music", to: "/mnt/my music" }],
        secret: { file: "/run/secrets/navidrome" },
      },
      {
        ...{ name: "living-room", kind: "jellyfin", url: "http://nas:8096", user: null },
        ...{ requestsPerSecond: 5, bytesPerSecond: 500_000, mounted: [] },
        secret: { variable: "KEY", text: "k1" },
      },
    ]);
    expect(shared["MUSIC_SERVERS"]).toBe(text);
    expect(JSON.stringify(shared)).not.toContain("k1");
  });

  it.each([
    ["nas", '"nas": the address is required'],
    ["Nas http://nas", '"Nas": the name must be 1 to 32 lower-case letters'],
    ["nas ftp://nas user=a password-file=/p", 'the address must begin with "http://"'],
    ["nas http://nas user=ann", "the password or key must be stated by one of password-file"],
    [
      "nas http://nas user=ann password=secret",
      "password=secret must be one of user, password-file",
    ],
    [
      "nas http://nas user=ann password-file=p",
      'password-file must be an absolute path, and "p" is',
    ],
    ["nas http://nas password-file=/p", "user is required"],
    ["nas http://nas user=a api-key-file=/p", "must be given without a user and a password"],
    ["plex http://nas user=a password-file=/p", "api-key-file or api-key-variable is required"],
    ["nas http://nas user=a user=b password-file=/p", "user must be stated once"],
    ["nas http://nas user=a password-file=/p pace=0", "pace must be an integer from 1 to 1000"],
    ["nas http://nas user=a password-file=/p mounted=/music", "mounted must be such as /music="],
    ["a http://a api-key-file=/p; a http://b api-key-file=/p", 'names two servers "a"'],
    ['nas http://nas "user=ann', "has a quotation mark that is not closed"],
    [";", "names no server"],
  ])("refuses %j as music servers", (text, problem) => {
    expect(() => configFrom({ MUSIC_SERVERS: text })).toThrow(ConfigError);
    expect(() => configFrom({ MUSIC_SERVERS: text })).toThrow(problem);
  });

  it("keeps analyses of what is gone for 90 days by default, or forever", () => {
    const keptFor = (days?: string) =>
      configFrom({ ...(days !== undefined && { KEEP_GONE_DAYS: days }) }).library.goneMilliseconds;

    expect([keptFor(), keptFor("0"), keptFor("forever")]).toEqual([
      90 * 24 * 3_600_000,
      0,
      undefined,
    ]);
    expect(() => keptFor("never")).toThrow(/KEEP_GONE_DAYS: must be forever, or an integer/);
  });

  it("excludes by default the folders of operating systems and storage devices", () => {
    const { library } = configFrom({});
    const own = configFrom({ LIBRARY_EXCLUDE: "Audiobooks, *.part.mp3 ,, [Live]/**" }).library;
    const none = configFrom({ LIBRARY_EXCLUDE: "," }).library;

    expect(library.excluded).toEqual(
      expect.arrayContaining(["lost+found", "System Volume Information", ".Trash-*"]),
    );
    expect(own.excluded).toEqual(["Audiobooks", "*.part.mp3", "[Live]/**"]);
    expect(none.excluded).toEqual([]);
  });

  it.each([
    "sqlite:/var/lib/overtone.db",
    "sqlite::memory:",
    "postgres://ann:p%40ss@db.example.org:5433/overtone?sslmode=verify-full",
    "postgresql://127.0.0.1/overtone",
    "postgres://ann@%2Fvar%2Frun%2Fpostgresql/overtone",
    "postgres://ann:p%40ss@a.example.org:5433,b.example.org/overtone?target_session_attrs=read-write",
  ])("uses the database %s", (url) => {
    const { storage } = configFrom({ DATABASE_URL: url });

    expect(storage.databaseUrl).toBe(url);
  });

  it("reads a key in base 64 or in hex, and has none by default", () => {
    const keyOf = (environment: Readonly<Record<string, string>>) =>
      configFrom(environment).storage.secretsKey;
    const key = Buffer.alloc(32, 0xa5);

    const read = ["base64", "hex"].map((form) =>
      keyOf({ SECRETS_KEY: key.toString(form as BufferEncoding) }),
    );

    expect(read).toEqual([key.toString("base64"), key.toString("base64")]);
    expect(keyOf({})).toBeUndefined();
  });

  it("lists every mistake at once", () => {
    const read = (): unknown =>
      configFrom({ PORT: "70000", METADATA_PROVIDERS: "library,nobody", LOG_LEVEL: "loud" });

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT: must be at most 65535[^]*METADATA_PROVIDERS:[^]*LOG_LEVEL:/);
  });

  it("accepts every operation and stores those sent with a hash by default", () => {
    const { graphql } = configFrom({});

    expect(graphql).toEqual({
      introspection: true,
      explorer: true,
      persistedQueries: { mode: "automatic" },
      costLimit: 10_000,
    });
  });

  it("accepts only the example operations in safelist mode", () => {
    const config = (environment: Readonly<Record<string, string>>) =>
      configFrom({ PERSISTED_QUERIES: "safelist", ...environment }).graphql.persistedQueries;

    expect(config({})).toMatchObject({
      path: expect.stringMatching(/schema.operations$/) as string,
    });
    expect(config({ SAFELIST_PATH: "/etc/manifest.json" })).toEqual({
      mode: "safelist",
      path: "/etc/manifest.json",
    });
  });

  it("gives each provider its options, in the order of the setting", () => {
    const config = configFrom({
      METADATA_PROVIDERS: "lastfm, library,discogs,deezer",
      AUDIO_SOURCES: "library,deezer",
      LASTFM_API_KEY: "key",
      DISCOGS_TOKEN: "token",
      DEEZER_BASE_URL: "http://127.0.0.1:9000",
    });

    expect(config.providers).toEqual([
      { name: "lastfm", apiKey: "key" },
      { name: "library" },
      { name: "discogs", apiKey: "token" },
      { name: "deezer", baseUrl: "http://127.0.0.1:9000" },
    ]);
    expect(config.audioSources).toEqual([
      { name: "library" },
      { name: "deezer", baseUrl: "http://127.0.0.1:9000" },
    ]);
  });

  it.each([
    [{ DATABASE_URL: "postgres://127.0.0.1" }, /DATABASE_URL: must be like "postgres:/],
    [{ DATABASE_URL: "postgres://ann:to#p@host/db" }, /^(?!.*to#p)[^]*special characters/],
    [{ DATABASE_URL: "postgres://host/db?sslmode=on" }, /DATABASE_URL: has an unknown sslmode/],
    [
      { DATABASE_URL: "postgres://a,b/db?target_session_attrs=standby" },
      /DATABASE_URL: has an unknown target_session_attrs; it must be one of: any, read-write, primary/,
    ],
    [{ DATABASE_URL: "postgres://a:x,b:5432/db" }, /DATABASE_URL: must be like "postgres:/],
    [{ DATABASE_CONNECTIONS: "1" }, /DATABASE_CONNECTIONS: must be at least 2/],
    [
      { CACHE_URL: "redis://127.0.0.1" },
      /CACHE_URL: is not supported: the cache is in the database/,
    ],
    [{ METADATA_PROVIDERS: "library,lastfm" }, /LASTFM_API_KEY: is required/],
    [{ METADATA_PROVIDERS: "discogs", PORT: "x" }, /PORT:[^]*DISCOGS_TOKEN: is required/],
    [{ DEEZER_BASE_URL: "ftp://127.0.0.1" }, /DEEZER_BASE_URL: must be an address/],
    [{ ITUNES_BASE_URL: "itunes" }, /ITUNES_BASE_URL: must be an address/],
    [{ SECRETS_KEY: "secret", PORT: "x" }, /PORT:[^]*SECRETS_KEY: must be 32 bytes, as base64/],
    [{ SECRETS_KEY: "0".repeat(62) }, /SECRETS_KEY: must be 32 bytes/],
    [{ DATABASE_URL: "sqlite:" }, /DATABASE_URL: must be like "sqlite:\/path\/to\/file.db"/],
    [{ DATABASE_URL: "sqlite:rel.db", PORT: "x" }, /PORT:[^]*DATABASE_URL:/],
    [{ DATABASE_URL: "mysql://user@host/db" }, /DATABASE_URL: must be like/],
    [{ LIBRARY_DIRS: ":" }, /LIBRARY_DIRS: is set but names no folder/],
    [{ LIBRARY_DIRS: "" }, /LIBRARY_DIRS: is set but names no folder; name one, or unset it/],
    [{ CONTACT: "a\r\nb" }, /CONTACT: must be an address/],
    [{ GRAPHQL_INTROSPECTION: "no" }, /GRAPHQL_INTROSPECTION: must be one of: on, off/],
    [{ GRAPHQL_EXPLORER: "0" }, /GRAPHQL_EXPLORER: must be one of: on, off/],
    [{ PERSISTED_QUERIES: "some" }, /PERSISTED_QUERIES: must be one of: off, automatic, safelist/],
    [{ QUERY_COST_LIMIT: "0" }, /QUERY_COST_LIMIT: must be a whole number from 1/],
  ])("refuses the configuration %j", (environment, mistake) => {
    const read = (): unknown => configFrom(environment);

    expect(read).toThrow(mistake);
  });

  it("cannot be changed afterwards", () => {
    const config = configFrom({}) as { http: { port: number } };

    const change = (): void => {
      config.http.port = 1;
    };

    expect(change).toThrow(TypeError);
  });
});
