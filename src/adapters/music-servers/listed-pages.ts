import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";

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
