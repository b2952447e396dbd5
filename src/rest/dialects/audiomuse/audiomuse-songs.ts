import type { TrackRef } from "../../../domain/track/track-ref.js";
import type { WorkBudget } from "../../../domain/work-budget.js";
import type { NamedSongs } from "../../../services/music-servers/song-id-service.js";
import type { Services } from "../../../services/services.js";
import { serverOf, type NamedSong } from "./audiomuse-parameters.js";

/** What the answer to a request is made of. */
export interface Asked {
  /** The URL of the request, with its query. */
  readonly url: string;
  readonly services: Services;
  readonly budget: WorkBudget;
  /** Whether the caller may see the paths of folders. */
  readonly maySeePaths: boolean;
}

/** Returns what ids in a request lead to, and the server that it is about. */
export const songsNamed = (
  ids: readonly string[],
  { url, services }: Pick<Asked, "services" | "url">,
): Promise<NamedSongs> => services.songIds.find(ids, { server: serverOf(url) });

/** Returns what a song in a request leads to, and the server that it is about. */
export async function songNamed(
  song: NamedSong,
  asked: Pick<Asked, "services" | "url">,
): Promise<{ readonly ref: TrackRef; readonly server: NamedSongs["server"] }> {
  const { refs, server } = await songsNamed("id" in song ? [song.id] : [], asked);
  return { ref: "id" in song ? (refs[0] as TrackRef) : song.trackKey, server };
}
