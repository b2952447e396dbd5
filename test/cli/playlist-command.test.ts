import { playlistCommand } from "../../src/cli/catalogue/playlist-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import {
  OPERATOR,
  parsePlaylist,
  type Playlist,
  type PlaylistParameters,
} from "../../src/domain/playlist/playlist.js";
import type { PlaylistRow } from "../../src/domain/playlist/row-order.js";
import { recordingOf } from "../fakes/measured-audio.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";

const one = trackKeyFrom("Ann", "One");
const two = trackKeyFrom("Ann", "Two");

function playlist(id: string, name: string, owner = OPERATOR): Playlist {
  const revision = { revision: 1, undoRevision: null, rows: null, nextRow: 1 };
  return { id, owner, ...parsePlaylist({ name }), createdAt: 1, changedAt: 2, ...revision };
}

const kept: readonly Playlist[] = [
  { ...playlist("pl_0000000000000001", "Calm"), isWritten: true },
  playlist("pl_0000000000000002", "Twice"),
  playlist("pl_0000000000000003", "Twice", "0a1b2c3d"),
  {
    ...playlist("pl_0000000000000004", "Chosen"),
    ...{ recipe: null, rows: { count: 2, durationMs: 1 }, revision: 7, note: "For Ann" },
  },
];

const rowOf = (number: number, trackName: string): PlaylistRow => ({
  ...{ number, recordingId: recordingOf(trackName), artist: "Ann", trackName, durationMs: null },
});
const items = [
  { row: rowOf(5, "One"), note: "slow\nand low", isMissing: false, track: undefined },
  { row: rowOf(12, "Two"), note: "", isMissing: true, track: undefined },
];

interface Ended {
  readonly lines: readonly string[];
  readonly calls: readonly unknown[][];
}

/** Runs the command with three playlists. */
async function run(...words: string[]): Promise<Ended> {
  const ended = { lines: [] as string[], calls: [] as unknown[][] };
  const playlists = {
    list: () => Promise.resolve(kept),
    create: (owner: string, wanted: PlaylistParameters) => {
      ended.calls.push(["create", owner, wanted]);
      return Promise.resolve(kept[0]);
    },
    change: (owner: string | undefined, id: string, wanted: PlaylistParameters) => {
      ended.calls.push(["change", owner, id, wanted]);
      return Promise.resolve({ ...kept[0], name: wanted.name });
    },
    remove: (owner: string | undefined, id: string) => {
      ended.calls.push(["remove", owner, id]);
      return Promise.resolve();
    },
    tracksOf: () => Promise.resolve([one, two]),
    pageOf: () => Promise.resolve({ items }),
    edit: (...given: unknown[]) => {
      ended.calls.push(["edit", ...given]);
      return Promise.resolve(kept[3]);
    },
    duplicate: (...given: unknown[]) => {
      ended.calls.push(["duplicate", ...given]);
      return Promise.resolve(kept[0]);
    },
    undo: (...given: unknown[]) => {
      ended.calls.push(["undo", ...given]);
      return Promise.resolve(kept[0]);
    },
  };
  const tracks = {
    findMany: ([trackKey]: readonly TrackKey[]) =>
      Promise.resolve([{ trackKey, artist: "Ann", trackName: "One" }, undefined]),
  };
  const exports = {
    open: (...given: unknown[]) => {
      ended.calls.push(["export", ...given]);
      return Promise.resolve({ content: "content", exported: 2, leftOut: 0 });
    },
  };
  const playlistFiles = { writeAll: () => Promise.resolve(1) };
  const services = { playlists, tracks, exports, playlistFiles };
  const context = {
    withServices: (use: (given: unknown) => Promise<void>) => use(services),
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    printError: () => undefined,
    send: () => Promise.resolve(),
    isTerminal: false,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await playlistCommand(context).parseAsync(words, { from: "user" });
  return ended;
}

describe("overtone playlist", () => {
  it("keeps a recipe for the operator, and prints its id", async () => {
    const recipe = ["--where", "tempo.gte=120", "--order", "-tempo", "--length", "5"];

    const { lines, calls } = await run(
      ...["create", "Fast", ...recipe, "--seed", one, "--seed", two, "--exclude", one, "--write"],
    );

    expect(lines).toEqual(["pl_0000000000000001"]);
    expect(calls).toEqual([["create", OPERATOR, expect.anything()]]);
    expect(calls[0]?.[2]).toMatchObject({
      ...{ name: "Fast", filter: { tempo: { gte: 120 } }, order: "-tempo", length: "5" },
      ...{ seeds: [one, two], exclude: [one], isWritten: true },
    });
  });

  it("changes the recipe of a playlist, whose name stays unless another is given", async () => {
    const same = await run("change", "Calm", "--from", one, "--to", two);
    const renamed = await run("change", "pl_0000000000000003", "--name", "Once");

    expect(same.lines).toEqual(['Changed "Calm".']);
    expect(same.calls[0]?.slice(0, 3)).toEqual(["change", undefined, "pl_0000000000000001"]);
    expect(same.calls[0]?.[3]).toMatchObject({ name: "Calm", from: one, to: two });
    expect(renamed.lines).toEqual(['Changed "Once".']);
    expect(renamed.calls[0]?.[2]).toBe("pl_0000000000000003");
  });

  it("lists the playlists of all owners", async () => {
    const { lines } = await run("list");

    expect(lines).toEqual([
      "ID                   OWNER     WRITTEN  KIND    TRACKS  NAME",
      "pl_0000000000000001  operator  yes      recipe          Calm",
      "pl_0000000000000002  operator  no       recipe          Twice",
      "pl_0000000000000003  0a1b2c3d  no       recipe          Twice",
      "pl_0000000000000004  operator  no       tracks       2  Chosen",
    ]);
  });

  it("shows the recipe of a playlist, and the tracks that it has now", async () => {
    const { lines } = await run("show", "Calm");

    expect(lines).toEqual(["# --length 50", `${one}  Ann - One`]);
  });

  it("keeps tracks in an order, with a note", async () => {
    const tracks = ["--track", two, "--track", one, "--track", two];

    const { calls } = await run("create", "Seen", ...tracks, "--note", "For Ann");

    expect(calls[0]?.[2]).toMatchObject({ name: "Seen", tracks: [two, one, two], note: "For Ann" });
  });

  it("shows the note and the rows of a playlist, missing ones too", async () => {
    expect((await run("show", "Chosen")).lines).toEqual([
      "# For Ann",
      `    5  ${recordingOf("One")}  Ann - One  # slow and low`,
      `   12  ${recordingOf("Two")}  Ann - Two (missing)`,
    ]);
  });

  it.each<[readonly string[], object]>([
    [
      ["add", "Chosen", one, two, "--at", "0", "--note", "new"],
      { edits: [{ insert: { tracks: [one, two], at: 0, note: "new" } }] },
    ],
    [["move", "Chosen", "12", "5", "--at", "1"], { edits: [{ move: { rows: [12, 5], at: 1 } }] }],
    [["drop", "Chosen", "5"], { edits: [{ remove: { rows: [5] } }] }],
    [["replace", "Chosen", "5", two], { edits: [{ replace: { row: 5, track: two } }] }],
    [["note", "Chosen", "slow", "--row", "5"], { edits: [{ annotate: { row: 5, note: "slow" } }] }],
    [["note", "Chosen", ""], { note: "" }],
    [["rename", "Chosen", "Other"], { name: "Other" }],
    [["freeze", "Chosen"], { isFrozen: true }],
    [["thaw", "Chosen"], { isFrozen: false }],
  ])("changes the revision that it has read by %j", async (words, change) => {
    const { lines, calls } = await run(...words);

    const [[name, owner, id, given] = []] = calls;
    expect([name, owner, id]).toEqual(["edit", undefined, "pl_0000000000000004"]);
    expect(given).toEqual({ ...change, revision: 7 });
    expect(lines).toEqual(['Changed "Chosen": 2 tracks.']);
  });

  it("copies a playlist, and undoes a change, or that it was removed", async () => {
    const copied = await run("copy", "Chosen", "Copy");
    const undone = await run("undo", "Chosen");
    const restored = await run("undo", "pl_0123456789abcdef");

    expect(copied.calls).toEqual([["duplicate", undefined, "pl_0000000000000004", "Copy"]]);
    expect(copied.lines).toEqual(["pl_0000000000000001"]);
    expect(undone.calls).toEqual([["undo", undefined, "pl_0000000000000004"]]);
    expect(undone.lines).toEqual(['Changed "Calm".']);
    expect(restored.calls).toEqual([["undo", undefined, "pl_0123456789abcdef"]]);
  });

  it("exports the tracks under the name of the playlist", async () => {
    const { calls } = await run("export", "Calm", "--format", "m3u8");

    expect(calls[0]?.[1]).toEqual({ kind: "tracks", trackKeys: [one, two] });
    expect(calls[0]?.[2]).toMatchObject({ format: "m3u8", title: "Calm" });
  });

  it("removes a playlist, and writes files", async () => {
    const removed = await run("remove", "Calm");
    const written = await run("write");

    expect(removed.calls).toEqual([["remove", undefined, "pl_0000000000000001"]]);
    expect(removed.lines).toEqual([
      'Removed "Calm"; `overtone playlist undo pl_0000000000000001` brings it back.',
    ]);
    expect(written.lines).toEqual(["1 file has changed."]);
  });

  it.each([
    [["show", "Loud"], "must be the id or the name of a playlist"],
    [["change", "Twice"], "is the name of several playlists"],
    [["create", "A", "--where", "speed.gte=1"], '"where" must be a filter'],
    [["drop", "Chosen", "one"], '"rows" must be a whole number'],
    [["move", "Chosen", "5", "--at", "-1"], '"at" must be a whole number'],
  ])("refuses %j", async (words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });
});
