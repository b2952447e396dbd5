import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import type { Services } from "../../services/services.js";

/** How commands describe the argument that names a playlist. */
export const NAMED_PLAYLIST = "its id, or its name where no other has it";

/** @throws {InvalidInputError} no playlist has this id or name, or several have the name */
export async function playlistNamed(
  { playlists }: Pick<Services, "playlists">,
  named: string,
): Promise<Playlist> {
  const all = await playlists.list();
  const found = all.filter(({ id, name }) => id === named || name === named);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const problem =
    first === undefined
      ? "must be the id or the name of a playlist; `overtone playlist list` shows them"
      : "is the name of several playlists; give the id that `overtone playlist list` shows";
  throw new InvalidInputError("playlist", problem);
}
