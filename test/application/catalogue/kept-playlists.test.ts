import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { OPERATOR } from "../../../src/domain/playlist/playlist.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const titles = ["One", "Two", "Three", "Four", "Five"] as const;
const keyOf = (title: string): TrackKey => trackKeyFrom("Ann", title);

describe("Playlists that stay", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let writing: string;

  const send = (method: string, path: string, body?: object, token = writing): Promise<Response> =>
    fetch(`${application.url}/api/audio/playlists${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = async (body: object): Promise<string> => {
    const response = await send("POST", "", body);
    const { data } = (await response.json()) as { data: { id: string } };
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe(`/api/audio/playlists/${data.id}`);
    return data.id;
  };
  const namesOf = async (id: string): Promise<readonly string[]> => {
    const response = await send("GET", `/${id}/tracks`);
    const { data } = (await response.json()) as { data: readonly { trackName: string }[] };
    return data.map(({ trackName }) => trackName);
  };
  const analyse = async (
    analyzer: FakeAnalyzer,
    provider: FakeProvider,
    title: string,
    tempo: number,
  ): Promise<void> => {
    provider.replyWith([candidate("Ann", title)]);
    // Tracks are compared where they share half of the weight.
    const all = Object.fromEntries(estimateFields.map((field) => [field, tempo / 200]));
    analyzer.answerWith({ ...all, tempo, key: 9, mode: 0, timeSignature: 4 });
    await application.get(`/api/audio/analysis/${keyOf(title)}?artist=Ann&track=${title}`);
  };
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-playlists-"));
    application = await openApplicationUnderTest(
      { analyzer, providers: [provider] },
      { LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "off", PLAYLIST_DIR: join(folder, "playlists") },
    );
    const { services } = application;
    writing = (await services.access.issue({ name: "w", scopes: ["read", "write"] })).token;
    for (const [n, title] of titles.entries()) {
      await analyse(analyzer, provider, title, 100 + 10 * n);
    }
  });
  afterEach(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("are answered anew whenever asked", async () => {
    const id = await create({
      ...{ name: "Fast", filter: { tempo: { gte: 115 } }, order: "-tempo", length: 3 },
      exclude: [keyOf("Four")],
    });

    const before = await namesOf(id);
    await analyse(analyzer, provider, "Six", 180);
    const after = await namesOf(id);

    expect(before).toEqual(["Five", "Three"]);
    expect(after).toEqual(["Six", "Five", "Three"]);
  });

  it("sound like seeds, which they do not contain, and pass the filter", async () => {
    const seeds = [keyOf("One"), keyOf("Five")];

    const like = await create({ name: "Like", seeds, length: 3 });
    const slow = await create({ name: "Slow", seeds, filter: { tempo: { lte: 120 } } });
    const ordered = await create({
      name: "Ordered",
      seeds,
      order: "-tempo",
      exclude: [keyOf("Two")],
    });

    expect([...(await namesOf(like))].sort()).toEqual(["Four", "Three", "Two"]);
    expect([...(await namesOf(slow))].sort()).toEqual(["Three", "Two"]);
    expect(await namesOf(ordered)).toEqual(["Four", "Three"]);
  });

  it("follow a path from one track to another", async () => {
    const path = { from: keyOf("One"), to: keyOf("Five"), length: 3 };

    const names = await namesOf(await create({ name: "Path", ...path }));

    expect(names).toHaveLength(3);
    expect([names[0], names[2]]).toEqual(["One", "Five"]);
  });

  it("are changed, listed and deleted by the key that has them only", async () => {
    const id = await create({ name: "Mine", length: 2 });
    const { token } = await application.services.access.issue({
      name: "other",
      scopes: ["read", "write"],
    });

    const theirs = await send("GET", "", undefined, token);
    const refused = [
      await send("GET", `/${id}`, undefined, token),
      await send("GET", `/${id}/tracks`, undefined, token),
      await send("PUT", `/${id}`, { name: "Theirs" }, token),
      await send("DELETE", `/${id}`, undefined, token),
    ];
    const changed = await send("PUT", `/${id}`, { name: "Still mine", length: 1 });
    const listed = await send("GET", "");
    const deleted = await send("DELETE", `/${id}`);
    const gone = await send("GET", `/${id}`);

    expect(await theirs.json()).toEqual({ success: true, data: [] });
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await changed.json()).toMatchObject({ data: { id, name: "Still mine", length: 1 } });
    expect(await listed.json()).toMatchObject({ data: [{ id, name: "Still mine" }] });
    expect([deleted.status, gone.status]).toEqual([200, 404]);
    expect(await gone.json()).toMatchObject({ error: { code: "NOT_FOUND", id } });
  });

  it("need the scope write to be changed, and read to be read", async () => {
    const { token } = application;

    const created = await send("POST", "", { name: "A" }, token);
    const listed = await send("GET", "", undefined, token);

    expect([created.status, listed.status]).toEqual([403, 200]);
  });

  it.each([
    [{ name: "Taken" }, 400, /"name" is taken/],
    [{ name: "A", seeds: ["0123456789abcdef"] }, 404, /No known track has the key/],
    [{ name: "A", colour: "red" }, 400, /"colour" is not a member of a playlist/],
    [{ name: "A", filter: { speed: { gte: 1 } } }, 400, /"speed" is not a member of a filter/],
    [{ name: "A", filter: { tempo: { gte: "1" } } }, 400, /must be a number/],
    [{ name: "A", length: 0 }, 400, /"length" must be an integer/],
  ])("are refused as %j", async (body, status, message) => {
    await create({ name: "Taken" });

    const response = await send("POST", "", body);

    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(message);
  });

  it("are exported under their names", async () => {
    const id = await create({ name: "My list", order: "tempo", length: 2 });
    const headers = { authorization: `Bearer ${writing}`, accept: "text/csv" };

    const path = `${application.url}/api/audio/playlists/${id}/tracks`;
    const response = await fetch(path, { headers });
    const bare = await fetch(`${path}?bom=false`, { headers });

    const marked = Buffer.from(await response.arrayBuffer());
    const [, ...rows] = marked.toString().trim().split("\r\n");
    expect(rows.map((row) => row.split(",")[2])).toEqual(["One", "Two"]);
    expect(marked.toString()).toBe(`\uFEFF${await bare.text()}`);
  });

  it("are written after each scan, as a whole, and only where they have changed", async () => {
    const { library, playlists, playlistFiles } = application.services;
    await writeFile(join(folder, "one.aiff"), taggedAiff({ TPE1: "Ann", TIT2: "One" }));
    const name = "All/of it";
    const { id } = await playlists.create(OPERATOR, { name, order: "tempo", isWritten: true });
    await create({ name: "Not written" });
    await library.scanAll();
    await application.get(`/api/audio/analysis/${keyOf("One")}`);

    await library.scanAll();
    const files = await readdir(join(folder, "playlists"));
    const text = await readFile(join(folder, "playlists", "All_of it.m3u8"), "utf8");
    const again = await playlistFiles.writeAll();
    await playlists.change(undefined, id, { name, length: 1, order: "-tempo", isWritten: true });
    const changed = await playlistFiles.writeAll();

    expect(files).toEqual(["All_of it.m3u8"]);
    expect(text).toContain("#PLAYLIST:All/of it\n");
    expect(text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
      "../one.aiff",
    ]);
    expect([again, changed]).toEqual([0, 1]);
  });

  it("leave no file where they are renamed or removed", async () => {
    const { playlists, playlistFiles } = application.services;
    await writeFile(join(folder, "one.aiff"), taggedAiff({ TPE1: "Ann", TIT2: "One" }));
    await application.services.library.scanAll();
    const { id } = await playlists.create(OPERATOR, { name: "Before", isWritten: true });
    const found: (readonly string[])[] = [];
    const write = async (): Promise<void> => {
      await playlistFiles.writeAll();
      found.push(await readdir(join(folder, "playlists")));
    };

    await write();
    await playlists.change(undefined, id, { name: "After", isWritten: true });
    await write();
    await playlists.remove(undefined, id);
    await write();

    expect(found).toEqual([["Before.m3u8"], ["After.m3u8"], []]);
  });
});
