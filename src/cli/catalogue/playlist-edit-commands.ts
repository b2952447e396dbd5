import { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { PlaylistEditParameters } from "../../domain/playlist/playlist-edit.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import type { CommandContext } from "../command-context.js";
import { countOf } from "../count-of.js";
import { NAMED_PLAYLIST, playlistNamed } from "./playlist-named.js";

/** A playlist that was deleted has no name any more. */
const PLAYLIST_ID = /^pl_[0-9a-f]{16}$/;

/** Returns `overtone playlist add|move|drop|replace|note|rename|freeze|thaw|copy|undo`, which change parts of a playlist. */
export function playlistEditCommands(context: CommandContext): readonly Command[] {
  const edit = (named: string, change: Omit<PlaylistEditParameters, "revision">): Promise<void> =>
    context.withServices(async (services) => {
      const { id, revision } = await playlistNamed(services, named);
      const edited = await services.playlists.edit(undefined, id, { ...change, revision });
      context.print(changedText(edited));
    });
  return [
    command("add", "Add tracks to a playlist with rows")
      .argument("<tracks...>", "keys or ids of tracks, which may be the same")
      .option("--at <position>", "the position of the first of them, from 0; by default the end")
      .option("--note <text>", "what is noted of each of them")
      .action((named: string, tracks: string[], options: { at?: string; note?: string }) => {
        const at = options.at === undefined ? undefined : numberFrom(options.at, "at");
        return edit(named, { edits: [{ insert: { tracks, at, note: options.note } }] });
      }),
    command("move", "Move rows of a playlist together")
      .argument("<rows...>", "the numbers that `overtone playlist show` prints, in their new order")
      .requiredOption("--at <position>", "the position of the first of them afterwards, from 0")
      .action((named: string, rows: string[], options: { at: string }) =>
        edit(named, {
          edits: [{ move: { rows: rowsFrom(rows), at: numberFrom(options.at, "at") } }],
        }),
      ),
    command("drop", "Remove rows from a playlist")
      .argument("<rows...>", "the numbers that `overtone playlist show` prints")
      .action((named: string, rows: string[]) =>
        edit(named, { edits: [{ remove: { rows: rowsFrom(rows) } }] }),
      ),
    command("replace", "Put a track in the place of a row")
      .argument("<row>", "the number that `overtone playlist show` prints")
      .argument("<track>", "the key or id of a track")
      .action((named: string, row: string, track: string) =>
        edit(named, { edits: [{ replace: { row: numberFrom(row, "row"), track } }] }),
      ),
    command("note", "Note something of a playlist, or of a row")
      .argument("<text>", "plain text; an empty one removes the note")
      .option("--row <row>", "the number that `overtone playlist show` prints")
      .action((named: string, note: string, { row }: { row?: string }) =>
        edit(
          named,
          row === undefined
            ? { note }
            : { edits: [{ annotate: { row: numberFrom(row, "row"), note } }] },
        ),
      ),
    command("rename", "Give a playlist another name")
      .argument("<name>", "its new name")
      .action((named: string, name: string) => edit(named, { name })),
    command("freeze", "Keep the tracks that a recipe finds now as rows").action((named: string) =>
      edit(named, { isFrozen: true }),
    ),
    command("thaw", "Give a frozen playlist back to its recipe").action((named: string) =>
      edit(named, { isFrozen: false }),
    ),
    command("copy", "Keep a copy of a playlist, and print its id")
      .argument("[name]", "the name of the copy; by default its own with a number")
      .action((named: string, name: string | undefined) =>
        context.withServices(async (services) => {
          const { id } = await playlistNamed(services, named);
          context.print((await services.playlists.duplicate(undefined, id, name)).id);
        }),
      ),
    command(
      "undo",
      "Undo the last change of a playlist; by its id, also that it was removed",
    ).action((named: string) =>
      context.withServices(async (services) => {
        const id = PLAYLIST_ID.test(named) ? named : (await playlistNamed(services, named)).id;
        context.print(changedText(await services.playlists.undo(undefined, id)));
      }),
    ),
  ];
}

const command = (name: string, description: string): Command =>
  new Command(name).description(description).argument("<playlist>", NAMED_PLAYLIST);

const changedText = ({ name, rows }: Playlist): string =>
  rows === null ? `Changed "${name}".` : `Changed "${name}": ${countOf(rows.count, "track")}.`;

const rowsFrom = (texts: readonly string[]): readonly number[] =>
  texts.map((text) => numberFrom(text, "rows"));

/** @throws {InvalidInputError} no whole number */
function numberFrom(text: string, parameter: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw new InvalidInputError(parameter, "must be a whole number");
}
