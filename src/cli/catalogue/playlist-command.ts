import { Command } from "commander";
import { exportFormats, parseExportFormat } from "../../domain/export/export-format.js";
import { kindOfPlaylist, OPERATOR, type Playlist } from "../../domain/playlist/playlist.js";
import { refOf } from "../../domain/track/track-ref.js";
import { MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { PlaylistItem } from "../../services/playlists/playlist-rows.js";
import type { CommandContext } from "../command-context.js";
import { collected } from "./filter-options.js";
import { playlistEditCommands } from "./playlist-edit-commands.js";
import { playlistImportCommand } from "./playlist-import-command.js";
import { playlistServerCommands } from "./playlist-server-commands.js";
import { NAMED_PLAYLIST, playlistNamed } from "./playlist-named.js";
import {
  recipeParametersFrom,
  recipeText,
  withRecipeOptions,
  type RecipeOptions,
} from "./recipe-options.js";
import { withExportOptions, writeExport, type ExportOutputOptions } from "./write-export.js";

interface CreateOptions extends RecipeOptions {
  readonly track: readonly string[];
  readonly note?: string;
}

/** `overtone playlist …`: keeps playlists, which are recipes or tracks in an order. */
export function playlistCommand(context: CommandContext): Command {
  const playlist = new Command("playlist").description(
    "Keep playlists: recipes, whose tracks are found anew whenever somebody asks for them, or tracks in an order",
  );
  playlist.addCommand(createCommand(context));
  playlist.addCommand(changeCommand(context));
  playlist
    .command("list")
    .description("List the playlists of the command line and of all API keys")
    .action(() => list(context));
  playlist
    .command("show")
    .description("Print the note and the recipe of a playlist, and the tracks that it has now")
    .argument("<playlist>", NAMED_PLAYLIST)
    .action((named: string) => show(context, named));
  const exporting = playlist
    .command("export")
    .description("Write the tracks that a playlist has now to a file")
    .argument("<playlist>", NAMED_PLAYLIST)
    .requiredOption("--format <format>", exportFormats.join(", "));
  withExportOptions(exporting).action(
    async (named: string, options: ExportOutputOptions & { readonly format: string }) => {
      const format = parseExportFormat(options.format);
      await context.withServices(async (services) => {
        const found = await playlistNamed(services, named);
        const trackKeys = await services.playlists.tracksOf(found);
        const written = { ...options, format, title: found.name };
        await writeExport(context, services, { kind: "tracks", trackKeys }, written);
      });
    },
  );
  playlist
    .command("remove")
    .description("Remove a playlist, also from music servers; a file that was written of it stays")
    .argument("<playlist>", NAMED_PLAYLIST)
    .action(async (named: string) => {
      await context.withServices(async (services) => {
        const { id, name } = await playlistNamed(services, named);
        await services.playlists.remove(undefined, id);
        context.print(`Removed "${name}"; \`overtone playlist undo ${id}\` brings it back.`);
      });
    });
  playlist
    .command("write")
    .description("Write the playlists with --write into PLAYLIST_DIR now, as after each scan")
    .action(async () => {
      await context.withServices(async ({ playlistFiles }) => {
        const count = await playlistFiles.writeAll();
        context.print(count === 1 ? "1 file has changed." : `${count} files have changed.`);
      });
    });
  for (const command of playlistEditCommands(context)) playlist.addCommand(command);
  for (const command of playlistServerCommands(context)) playlist.addCommand(command);
  playlist.addCommand(playlistImportCommand(context));
  return playlist;
}

function createCommand(context: CommandContext): Command {
  const create = new Command("create")
    .description("Keep a playlist, and print its id")
    .argument("<name>", "its name");
  withRecipeOptions(create)
    .option(
      "--track <track>",
      "keep this track, and no recipe; may be repeated, in the order of the playlist",
      collected,
      [],
    )
    .option("--note <text>", "what is noted of it");
  return create.action(async (name: string, { track, note, ...options }: CreateOptions) => {
    const tracks = track.length > 0 ? track : undefined;
    const wanted = { ...recipeParametersFrom(options), name, note, tracks };
    await context.withServices(async ({ playlists }) => {
      const { id } = await playlists.create(OPERATOR, wanted);
      context.print(id);
    });
  });
}

function changeCommand(context: CommandContext): Command {
  const change = new Command("change")
    .description(
      "Give a playlist this recipe in place of its own or of its rows; its name stays without --name",
    )
    .argument("<playlist>", NAMED_PLAYLIST)
    .option("--name <name>", "its new name");
  return withRecipeOptions(change).action(
    async (named: string, { name, ...options }: RecipeOptions & { readonly name?: string }) => {
      const wanted = recipeParametersFrom(options);
      await context.withServices(async (services) => {
        const before = await playlistNamed(services, named);
        const content = { ...wanted, name: name ?? before.name, note: before.note };
        const changed = await services.playlists.change(undefined, before.id, content);
        context.print(`Changed "${changed.name}".`);
      });
    },
  );
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ playlists }) => {
    const found = await playlists.list();
    const title = "ID                   OWNER     WRITTEN  KIND    TRACKS  NAME";
    context.print(title, ...found.map(lineOf));
  });
}

function lineOf(playlist: Playlist): string {
  const { id, owner, isWritten, rows, name } = playlist;
  return [
    id.padEnd(19),
    owner.padEnd(8),
    (isWritten ? "yes" : "no").padEnd(7),
    kindOfPlaylist(playlist).padEnd(6),
    String(rows?.count ?? "").padStart(6),
    name,
  ].join("  ");
}

async function show(context: CommandContext, named: string): Promise<void> {
  await context.withServices(async (services) => {
    const playlist = await playlistNamed(services, named);
    const { note, recipe } = playlist;
    if (note !== "") context.print(`# ${note.replaceAll("\n", "\n# ")}`);
    if (recipe !== null) context.print(`# ${recipeText(recipe)}`);
    if (playlist.rows === null) {
      const trackKeys = await services.playlists.tracksOf(playlist);
      for (const track of await services.tracks.findMany(trackKeys)) {
        if (track) context.print(`${refOf(track)}  ${track.artist} - ${track.trackName}`);
      }
      return;
    }
    for (let start = 0; start < playlist.rows.count; start += MAX_PAGE_SIZE) {
      const window = { first: MAX_PAGE_SIZE, after: start - 1 };
      const { items } = await services.playlists.pageOf(playlist, window);
      context.print(...items.flatMap((item) => rowText(item) ?? []));
    }
  });
}

/** Returns the line of a row: its number, its recording, its names, whether it is missing, and its note. */
function rowText({ row, track, isMissing, note }: PlaylistItem): string | undefined {
  if (row === null) return undefined;
  const { artist, trackName } = track ?? row;
  const names = `${artist} - ${trackName}${isMissing ? " (missing)" : ""}`;
  const line = `${String(row.number).padStart(5)}  ${row.recordingId}  ${names}`;
  return note === "" ? line : `${line}  # ${note.replaceAll("\n", " ")}`;
}
