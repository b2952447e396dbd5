import type { z } from "zod";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import type { ListedSong } from "../../domain/music-server/song.js";
import { readEntries } from "../metadata/reply-shapes.js";

/**
 * Reads pages until one is empty: servers may send fewer entries than they are asked for.
 *
 * @throws {MusicServerProblem} the server sends the same page again
 */
export async function* listedPages(
  pageAt: (offset: number) => Promise<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  let before: string | undefined;
  for (let offset = 0; ;) {
    const page = await pageAt(offset);
    if (page.length === 0) return;
    const now = JSON.stringify(page[0]);
    if (now === before) {
      throw new MusicServerProblem("unreadable", "sends the same page whatever is asked for");
    }
    before = now;
    offset += page.length;
    yield page;
  }
}

/**
 * Returns the songs of a page; entries that cannot be read, and those that `songOf` finds to be no songs, are left out.
 *
 * @throws {MusicServerProblem} no entry can be read
 */
export function songsOfPage<Shape extends z.ZodType>(
  shape: Shape,
  songOf: (entry: z.output<Shape>) => ListedSong | undefined,
  page: readonly unknown[],
): readonly ListedSong[] {
  const entries = readEntries(shape, page);
  if (entries === undefined) {
    throw new MusicServerProblem("unreadable", "lists songs in a form that is not of its API");
  }
  return entries.flatMap((entry) => songOf(entry) ?? []);
}

/** More entries than any list that is read whole has. */
const MAX_ENTRIES = 100_000;

/**
 * Returns all entries of a list that may have the same one several times, read by pages until one is empty.
 *
 * @throws {MusicServerProblem} an entry cannot be read, or there is no end
 */
export async function allEntries<Shape extends z.ZodType>(
  shape: Shape,
  pageAt: (offset: number) => Promise<readonly unknown[]>,
): Promise<readonly z.output<Shape>[]> {
  const all: z.output<Shape>[] = [];
  for (;;) {
    const page = await pageAt(all.length);
    if (page.length === 0) return all;
    for (const entry of page) {
      const read = shape.safeParse(entry);
      if (!read.success) throw new MusicServerProblem("unreadable", STRANGE_LIST);
      all.push(read.data);
    }
    if (all.length > MAX_ENTRIES) {
      throw new MusicServerProblem("unreadable", "sends more whatever is asked for");
    }
  }
}

const STRANGE_LIST = "sends a list in a form that is not of its API";
