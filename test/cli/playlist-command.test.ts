import { playlistCommand } from "../../src/cli/catalogue/playlist-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import {
  OPERATOR,
  parsePlaylist,
  type Playlist,
  type PlaylistParameters,
} from "../../src/domain/playlist/playlist.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";

const one = trackKeyFrom("Ann", "One");
const two = trackKeyFrom("Ann", "Two");

function playlist(id: string, name: string, owner = OPERATOR): Playlist {
  return { id, owner, ...parsePlaylist({ name }), createdAt: 1, changedAt: 2 };
}

const kept: readonly Playlist[] = [
  { ...playlist("pl_0000000000000001", "Calm"), isWritten: true },
  playlist("pl_0000000000000002", "Twice"),
  playlist("pl_0000000000000003", "Twice", "0a1b2c3d"),
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
      "ID                   OWNER     WRITTEN  NAME",
      "pl_0000000000000001  operator  yes      Calm",
      "pl_0000000000000002  operator  no       Twice",
      "pl_0000000000000003  0a1b2c3d  no       Twice",
    ]);
  });

  it("shows the tracks that a playlist has now", async () => {
    expect((await run("show", "Calm")).lines).toEqual([`${one}  Ann - One`]);
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
    expect(removed.lines).toEqual(['Removed "Calm".']);
    expect(written.lines).toEqual(["1 file has changed."]);
  });

  it.each([
    [["show", "Loud"], "must be the id or the name of a playlist"],
    [["change", "Twice"], "is the name of several playlists"],
    [["create", "A", "--where", "speed.gte=1"], '"where" must be a filter'],
  ])("refuses %j", async (words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });
});
