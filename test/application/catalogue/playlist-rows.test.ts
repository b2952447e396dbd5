import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const titles = ["One", "Two", "Three", "Four"] as const;
const keyOf = (title: string): TrackKey => trackKeyFrom("Ann", title);

interface Row {
  readonly position: number;
  readonly row: number | null;
  readonly note: string;
  readonly isMissing: boolean;
  readonly addedAs: { readonly trackName: string; readonly recordingId: string } | null;
  readonly track: { readonly trackName: string; readonly recordingId: string | null } | null;
}

interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly error?: Readonly<Record<string, unknown>>;
}

describe("Playlists with rows", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let writing: string;
  const analyzer = new FakeAnalyzer();

  const send = (method: string, path: string, body?: object, token = writing): Promise<Response> =>
    fetch(`${application.url}/api/audio/playlists${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await send(method, path, body);
    return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
  };
  const keep = async (name: string, kept: readonly string[] = titles): Promise<string> => {
    const { status, data } = await ask("POST", "", { name, tracks: kept.map(keyOf) });
    expect(status).toBe(201);
    return data.id;
  };
  const edit = (id: string, revision: number, ...edits: readonly object[]): Promise<Answer> =>
    ask("PATCH", `/${id}`, { revision, edits });
  const rowsOf = async (id: string, query = ""): Promise<readonly Row[]> => {
    const response = await send("GET", `/${id}/rows${query}`);
    return ((await response.json()) as { data: readonly Row[] }).data;
  };
  const namesOf = async (id: string): Promise<readonly (string | undefined)[]> =>
    (await rowsOf(id)).map(({ track, addedAs }) => (track ?? addedAs)?.trackName);
  const at = (title: string): string => join(folder, `${title}.aiff`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-rows-"));
    for (const [index, title] of titles.entries()) {
      await writeFile(at(title), taggedAiff({ TPE1: "Ann", TIT2: title }, undefined, index));
    }
    application = await openApplicationUnderTest(
      { analyzer },
      {
        ...{
          DATA_DIR: folder,
          LIBRARY_DIRS: folder,
          LIBRARY_ANALYSIS: "off",
          LIBRARY_WATCH: "off",
        },
        PLAYLIST_DIR: join(folder, "playlists"),
      },
    );
    const { access, library } = application.services;
    writing = (await access.issue({ name: "w", scopes: ["read", "write"] })).token;
    await library.scanAll();
    for (const title of titles) await application.get(`/api/audio/analysis/${keyOf(title)}`);
  });
  afterEach(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("have the tracks that were kept, in their order, also one twice", async () => {
    const { status, data } = await ask("POST", "", {
      ...{ name: "Seen", note: "as it was heard" },
      tracks: ["Three", "One", "Three"].map(keyOf),
    });
    const rows = await rowsOf(data.id);
    const tracks = await ask("GET", `/${data.id}/tracks`);

    expect(status).toBe(201);
    expect(data).toMatchObject({
      ...{ kind: "tracks", note: "as it was heard", revision: 1, trackCount: 3 },
      ...{ duration_ms: 90_000, isUndoable: false, filter: {}, length: 3, seeds: [] },
    });
    expect(rows.map(({ position, row }) => [position, row])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(rows.map(({ track }) => track?.trackName)).toEqual(["Three", "One", "Three"]);
    expect(rows[0]?.addedAs).toMatchObject({
      artist: "Ann",
      trackName: "Three",
      duration_ms: 30_000,
    });
    expect(rows[0]?.addedAs?.recordingId).toMatch(/^rec:[0-9a-f]{16}$/);
    expect(tracks.data).toMatchObject([
      { trackName: "Three" },
      { trackName: "One" },
      { trackName: "Three" },
    ]);
  });

  it("are edited by several edits that become one revision", async () => {
    const id = await keep("Edited");

    const { status, data } = await ask("PATCH", `/${id}`, {
      ...{ revision: 1, name: "Renamed", note: "new" },
      edits: [
        { move: { rows: [4], at: 0 } },
        { remove: { rows: [2] } },
        { insert: { tracks: [keyOf("Two")], at: 1, note: "again" } },
        { replace: { row: 3, track: keyOf("Four") } },
        { annotate: { row: 1, note: "loud" } },
      ],
    });
    const rows = await rowsOf(id);

    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "Renamed", note: "new", revision: 2, trackCount: 4 });
    expect(rows.map(({ row, note, track }) => [row, note, track?.trackName])).toEqual([
      [4, "", "Four"],
      [5, "again", "Two"],
      [1, "loud", "One"],
      [6, "", "Four"],
    ]);
  });

  it("are not changed by who saw another revision, who is told the present one", async () => {
    const id = await keep("Contested");

    const first = await edit(id, 1, { remove: { rows: [1] } });
    const late = await edit(id, 1, { remove: { rows: [2] } });
    const replaced = await ask("PUT", `/${id}`, { name: "Contested", revision: 1 });
    const undone = await ask("POST", `/${id}/undo`, { revision: 1 });
    const again = await edit(id, 2, { remove: { rows: [2] } });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect([late, replaced, undone].map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(late.error).toMatchObject({ code: "PLAYLIST_CHANGED", id, revision: 2 });
    expect(await namesOf(id)).toEqual(["Three", "Four"]);
  });

  it("change as a whole or not at all", async () => {
    const id = await keep("Whole");

    const refused = await edit(id, 1, { remove: { rows: [1] } }, { move: { rows: [9], at: 0 } });

    expect([refused.status, refused.error?.["parameter"]]).toEqual([400, "edits[1].move"]);
    expect(await namesOf(id)).toEqual(titles);
    expect((await ask("GET", `/${id}`)).data["revision"]).toBe(1);
  });

  it("keep the row of a track that leaves the library, which is there again when it returns", async () => {
    const { library } = application.services;
    const id = await keep("Stays");
    await rename(at("Two"), join(folder, "Two.away"));
    await library.scanAll();

    const missing = await rowsOf(id);
    const present = await ask("GET", `/${id}/tracks`);
    const moved = await edit(id, 1, { move: { rows: [2], at: 0 } });
    await rename(join(folder, "Two.away"), at("Two"));
    await library.scanAll();
    await application.get(`/api/audio/analysis/${keyOf("Two")}`);
    const returned = await rowsOf(id);

    expect(missing.map(({ position, isMissing }) => [position, isMissing])).toEqual([
      [0, false],
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(missing[1]?.addedAs).toMatchObject({ artist: "Ann", trackName: "Two" });
    expect(present.data).toMatchObject([
      { trackName: "One" },
      { trackName: "Three" },
      { trackName: "Four" },
    ]);
    expect(moved.status).toBe(200);
    expect(returned.map(({ row, isMissing }) => [row, isMissing])).toEqual([
      [2, false],
      [1, false],
      [3, false],
      [4, false],
    ]);
  });

  it("are pages by cursors, forwards and backwards", async () => {
    const id = await keep("Long");
    const page = async (query: string) => {
      const response = await send("GET", `/${id}/rows?limit=2${query}`);
      const { data, page: about } = (await response.json()) as {
        readonly data: readonly Row[];
        readonly page: Readonly<Record<string, string | number | null>>;
      };
      const positions = data.map(({ position }) => position);
      return { positions, about, link: response.headers.get("link") };
    };

    const first = await page("");
    const second = await page(`&cursor=${first.about["nextCursor"]}`);
    const back = await page(`&before=${second.about["previousCursor"]}`);

    expect([first, second, back].map(({ positions }) => positions)).toEqual([
      [0, 1],
      [2, 3],
      [0, 1],
    ]);
    expect(first.about).toMatchObject({ previousCursor: null, totalCount: 4, revision: 1 });
    expect(second.about["nextCursor"]).toBeNull();
    expect(first.link).toContain(`cursor=${first.about["nextCursor"]}`);
  });

  it("are the tracks of a recipe that was frozen, which can be given back to it", async () => {
    const { data: recipe } = await ask("POST", "", { name: "Recipe", order: "-tempo", length: 2 });
    const before = await rowsOf(recipe.id);

    const frozen = await ask("PATCH", `/${recipe.id}`, {
      ...{ revision: 1, isFrozen: true },
      edits: [{ insert: { tracks: [keyOf("One")] } }],
    });
    const rows = await rowsOf(recipe.id);
    const melted = await ask("PATCH", `/${recipe.id}`, { revision: 2, isFrozen: false });

    expect(before.map(({ row, addedAs }) => [row, addedAs])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(frozen.data).toMatchObject({
      kind: "frozen",
      trackCount: 3,
      length: 2,
      order: "-tempo",
    });
    expect(rows.map(({ track }) => track?.trackName)).toEqual([
      ...before.map(({ track }) => track?.trackName),
      "One",
    ]);
    expect(melted.data).toMatchObject({ kind: "recipe", trackCount: null, duration_ms: null });
  });

  it("are undone step by step, also where a recipe took their place", async () => {
    const id = await keep("Undone", ["One", "Two"]);
    await edit(id, 1, { move: { rows: [2], at: 0 } });
    await edit(id, 2, { remove: { rows: [2] } });
    await ask("PUT", `/${id}`, { name: "A recipe", length: 1 });
    const undo = async (): Promise<readonly unknown[]> => {
      const { status, data } = await ask("POST", `/${id}/undo`, {});
      if (status !== 200) return [status];
      return [data["name"], data["revision"], data["isUndoable"], await namesOf(id)];
    };

    expect([await undo(), await undo(), await undo(), await undo()]).toEqual([
      ["Undone", 5, true, ["One"]],
      ["Undone", 6, true, ["Two", "One"]],
      ["Undone", 7, false, ["One", "Two"]],
      [400],
    ]);
  });

  it("are copied with their notes, under a name of their own", async () => {
    const id = await keep("Original", ["One", "Two"]);
    await edit(id, 1, { annotate: { row: 2, note: "loud" } });

    const copy = await ask("POST", `/${id}/copies`, {});
    const second = await ask("POST", `/${id}/copies`, {});
    const named = await ask("POST", `/${id}/copies`, { name: "Named" });
    const taken = await ask("POST", `/${id}/copies`, { name: "Named" });
    await edit(copy.data.id, 1, { remove: { rows: [1] } });

    expect([copy, second, named].map(({ data }) => data["name"])).toEqual([
      "Original (2)",
      "Original (3)",
      "Named",
    ]);
    expect([copy.status, taken.status]).toEqual([201, 400]);
    expect((await rowsOf(copy.data.id)).map(({ row, note }) => [row, note])).toEqual([[2, "loud"]]);
    expect(await namesOf(id)).toEqual(["One", "Two"]);
  });

  it("come back after they were deleted, where their name is free", async () => {
    const id = await keep("Deleted", ["One"]);
    await send("DELETE", `/${id}`);
    const other = await application.services.access.issue({ name: "o", scopes: ["read", "write"] });

    const theirs = await send("POST", `/${id}/undo`, {}, other.token);
    await keep("Deleted", ["Two"]);
    const taken = await ask("POST", `/${id}/undo`, {});
    await ask("PATCH", `/${(await listed())[0]}`, { revision: 1, name: "Other" });
    const restored = await ask("POST", `/${id}/undo`, {});

    expect([theirs.status, taken.status, restored.status]).toEqual([404, 400, 200]);
    expect(restored.data).toMatchObject({ id, name: "Deleted", revision: 1 });
    expect(await namesOf(id)).toEqual(["One"]);
  });

  const listed = async (): Promise<readonly string[]> => {
    const { data } = (await (await send("GET", "")).json()) as { data: readonly { id: string }[] };
    return data.map(({ id }) => id);
  };

  it("belong to the key that has them only, and need the scope write to be changed", async () => {
    const id = await keep("Mine");
    const { access } = application.services;
    const other = (await access.issue({ name: "o", scopes: ["read", "write"] })).token;
    const change = { revision: 1, name: "Theirs" };
    const requests = (token: string): readonly Promise<Response>[] => [
      send("PATCH", `/${id}`, change, token),
      send("POST", `/${id}/copies`, {}, token),
      send("POST", `/${id}/undo`, {}, token),
    ];

    const theirs = await Promise.all([
      ...requests(other),
      send("GET", `/${id}/rows`, undefined, other),
    ]);
    const reading = await Promise.all(requests(application.token));

    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(reading.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it.each([
    [{ name: "A", tracks: ["0123456789abcdef"] }, 404, /No known track has the key/],
    [{ name: "A", tracks: [keyOf("One")], length: 3 }, 400, /"length" cannot be combined/],
    [{ name: "A", tracks: "all" }, 400, /"tracks" must be a list/],
    [{ name: "A", note: "x".repeat(1_001) }, 400, /"note" must be a text of at most 1000/],
  ])("are refused as %j", async (body, status, message) => {
    const answer = await ask("POST", "", body);

    expect(answer.status).toBe(status);
    expect(answer.error?.["message"]).toMatch(message);
  });

  it.each([
    [{ name: "A" }, /"revision" is required/],
    [{ revision: 1, edits: [{ insert: { tracks: [keyOf("One")] } }] }, /"edits" need a playlist/],
    [{ revision: 1, edits: [{ swap: {} }] }, /"swap" is not a member of an edit/],
    [{ revision: 1, edits: [{ move: { rows: ["1"], at: 0 } }] }, /must be the number of a row/],
  ])("refuse to change a recipe by %j", async (body, message) => {
    const { data } = await ask("POST", "", { name: "Recipe" });

    const answer = await ask("PATCH", `/${data.id}`, body);

    expect(answer.status).toBe(400);
    expect(answer.error?.["message"]).toMatch(message);
  });

  it("have no recipe to go back to where people chose them", async () => {
    const id = await keep("Chosen");

    const answer = await ask("PATCH", `/${id}`, { revision: 1, isFrozen: false });

    expect([answer.status, answer.error?.["parameter"]]).toEqual([400, "isFrozen"]);
  });

  it("are exported and written in their order, without what is not there", async () => {
    const { library, playlistFiles } = application.services;
    const id = await keep("Out", ["Three", "One", "Three", "Two"]);
    await ask("PATCH", `/${id}`, { revision: 1, isWritten: true });
    await rm(at("One"));
    await library.scanAll();
    const pathsIn = (text: string): readonly string[] =>
      text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

    await playlistFiles.writeAll();
    const written = await readFile(join(folder, "playlists", "Out.m3u8"), "utf8");
    const headers = { authorization: `Bearer ${writing}`, accept: "audio/x-mpegurl" };
    const path = `${application.url}/api/audio/playlists/${id}/tracks`;
    const exported = await (await fetch(path, { headers })).text();

    expect(pathsIn(exported)).toEqual([at("Three"), at("Three"), at("Two")]);
    expect(pathsIn(written)).toEqual(["../Three.aiff", "../Three.aiff", "../Two.aiff"]);
  });
});
