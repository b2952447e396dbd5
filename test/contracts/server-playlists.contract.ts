import { neverAborted } from "../../src/domain/abort-signals.js";
import type { MusicServerClient } from "../../src/ports/music-servers/music-server-client.js";
import type { WantedServerPlaylist } from "../../src/ports/music-servers/server-playlists.js";
import type { StandInPlaylists } from "../fakes/music-servers/stand-in-playlists.js";

/** A server with six songs and the playlists of its user; made anew for each test. */
export interface ServedPlaylists {
  readonly client: Pick<MusicServerClient, "playlists" | "favourites">;
  /** What the server has. */
  readonly kept: StandInPlaylists;
  /** As the server calls the user. */
  readonly user: string;
  readonly songIds: () => readonly string[];
  /** Lets the server fail each request from the one with this number on, which counts from now. */
  readonly failFrom: (request: number) => void;
}

/** What servers of a kind keep of a playlist beside its songs. */
interface Kept {
  readonly note: boolean;
  readonly isPublic: boolean;
}

const signal = neverAborted();

/** The contract of every `ServerPlaylists`, and of `ServerFavourites` where a client has them. */
export function describeServerPlaylists(
  name: string,
  keeps: Kept,
  open: () => Promise<ServedPlaylists>,
): void {
  const wantedOf = (
    songIds: readonly string[],
    parts: Partial<WantedServerPlaylist> = {},
  ): WantedServerPlaylist => ({
    ...{ name: "Calm & quiet", note: "By the sea", isPublic: false, songIds },
    ...parts,
  });

  describe(`${name} with playlists`, () => {
    /** Returns a server with a playlist of some songs, by their numbers. */
    async function opened(...numbers: readonly number[]) {
      const served = await open();
      const ids = served.songIds();
      const songIds = numbers.map((number) => ids[number - 1]!);
      const { playlists } = served.client;
      const id = await playlists.create(wantedOf(songIds), [], signal);
      await playlists.replace(id, wantedOf(songIds), signal);
      return { ...served, ids, playlists, id };
    }

    it("creates one that its user has alone, and finds it by its id and its name", async () => {
      const { playlists, kept, user, id, ids } = await opened(3, 1, 2);

      const content = await playlists.find(id, signal);

      expect(content).toEqual({ name: "Calm & quiet", songIds: [ids[2], ids[0], ids[1]] });
      expect(await playlists.findNamed("Calm & quiet", signal)).toEqual([id]);
      expect(await playlists.findNamed("Calm", signal)).toEqual([]);
      expect(kept.lists).toMatchObject([
        { owner: user, isPublic: false, comment: keeps.note ? "By the sea" : "" },
      ]);
    });

    it("finds no playlist of somebody else by its name, and none by an unknown id", async () => {
      const { playlists, kept, id, ids } = await opened(1);
      kept.add({
        ...{ name: "Calm & quiet", owner: "somebody", comment: "", isPublic: true },
        songIds: [ids[0]!],
      });

      expect(await playlists.findNamed("Calm & quiet", signal)).toEqual([id]);
      expect(await playlists.find("999", signal)).toBeUndefined();
    });

    it("replaces its songs, name, note and publicity in place", async () => {
      const { playlists, kept, id, ids } = await opened(1, 2, 3);
      const isPublic = keeps.isPublic;

      await playlists.replace(
        id,
        wantedOf([ids[0]!, ids[4]!, ids[4]!, ids[1]!], { name: "Other", note: "", isPublic }),
        signal,
      );
      const other = kept.lists;
      await playlists.replace(id, wantedOf([]), signal);

      expect(other).toMatchObject([{ id, name: "Other", comment: "", isPublic }]);
      expect(other[0]!.songIds).toEqual([ids[0], ids[4], ids[4], ids[1]]);
      expect(kept.lists).toMatchObject([
        { id, name: "Calm & quiet", isPublic: false, songIds: [] },
      ]);
    });

    it("takes and finds all of many songs", async () => {
      const { playlists, id, ids } = await opened();
      const many = Array.from({ length: 1_203 }, (_, index) => ids[index % ids.length]!);

      await playlists.replace(id, wantedOf(many), signal);

      expect((await playlists.find(id, signal))?.songIds).toEqual(many);
    });

    it("has the beginning of the songs before or after where it breaks off, and its new name first", async () => {
      const { playlists, kept, failFrom, id, ids } = await opened();
      const isBeginningOf = (some: readonly string[], all: readonly string[]): boolean =>
        some.every((songId, index) => songId === all[index]);
      const before = Array.from({ length: 250 }, (_, index) => ids[index % 3]!);
      const after = Array.from({ length: 150 }, (_, index) => ids[3 + (index % 3)]!);
      let failures = 0;

      for (let request = 0; request < 12; request++) {
        failFrom(Infinity);
        await playlists.replace(id, wantedOf(before), signal);
        failFrom(request);
        await playlists
          .replace(id, wantedOf(after, { name: "New" }), signal)
          .catch(() => failures++);
        const [{ name: left, songIds }] = kept.lists as [(typeof kept.lists)[number]];
        expect(isBeginningOf(songIds, before) || isBeginningOf(songIds, after)).toBe(true);
        if (left !== "New") expect(songIds).toEqual(before);
      }

      expect(failures).toBeGreaterThan(1);
      expect(failures).toBeLessThan(12);
    });

    it("is removed, and nothing else by its id", async () => {
      const { playlists, kept, songIds, id, ids } = await opened(1);

      await playlists.remove(ids[0]!, signal);
      await playlists.remove("999", signal);
      const left = kept.lists;
      await playlists.remove(id, signal);

      expect(songIds()).toEqual(ids);
      expect(left).toHaveLength(1);
      expect(kept.lists).toEqual([]);
    });

    it("makes songs favourites, and no favourites any more, where the server has such", async () => {
      const { client, kept, ids } = await opened();
      const { favourites } = client;
      if (favourites === undefined) return;
      kept.favourites = [ids[5]!];

      await favourites.setFavourites([ids[0]!, ids[1]!], true, signal);
      const made = await favourites.findFavourites(signal);
      await favourites.setFavourites([ids[0]!, ids[5]!], false, signal);

      expect(made).toEqual(new Set([ids[5], ids[0], ids[1]]));
      expect(kept.favourites).toEqual([ids[1]]);
    });
  });
}
