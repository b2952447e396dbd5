import { Command } from "commander";
import { filterParametersFrom } from "../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { exportFormats, parseExportFormat } from "../../domain/export/export-format.js";
import {
  OPERATOR,
  type Playlist,
  type PlaylistParameters,
} from "../../domain/playlist/playlist.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { Services } from "../../services/services.js";
import type { CommandContext } from "../command-context.js";
import { collected, filterTextsFrom, withTrackOptions } from "./filter-options.js";
import { withOutputOptions, writeExport, type OutputOptions } from "./write-export.js";

interface RecipeOptions {
  readonly where: readonly string[];
  readonly order?: string;
  readonly length?: string;
  readonly spreadArtists?: boolean;
  readonly seed: readonly string[];
  readonly exclude: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly write?: true;
}

/** `overtone playlist create|change|list|show|export|remove|write`: keeps playlists, which are made anew whenever asked for. */
export function playlistCommand(context: CommandContext): Command {
  const playlist = new Command("playlist").description(
    "Keep playlists, whose tracks are found anew whenever somebody asks for them",
  );
  playlist.addCommand(createCommand(context));
  playlist.addCommand(changeCommand(context));
  playlist
    .command("list")
    .description("List the playlists of the command line and of all API keys")
    .action(() => list(context));
  playlist
    .command("show")
    .description("List the tracks that a playlist has now")
    .argument("<playlist>", "its id, or its name where no other has it")
    .action((named: string) => show(context, named));
  const exporting = playlist
    .command("export")
    .description("Write the tracks that a playlist has now to a file")
    .argument("<playlist>", "its id, or its name where no other has it")
    .requiredOption("--format <format>", exportFormats.join(", "));
  withOutputOptions(exporting, "the file to write").action(
    async (named: string, options: OutputOptions & { readonly format: string }) => {
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
    .description("Remove a playlist; a file that was written of it stays")
    .argument("<playlist>", "its id, or its name where no other has it")
    .action(async (named: string) => {
      await context.withServices(async (services) => {
        const { id, name } = await playlistNamed(services, named);
        await services.playlists.remove(undefined, id);
        context.print(`Removed "${name}".`);
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
  return playlist;
}

function createCommand(context: CommandContext): Command {
  const create = new Command("create")
    .description("Keep a playlist, and print its id")
    .argument("<name>", "its name");
  return withRecipeOptions(create).action(async (name: string, options: RecipeOptions) => {
    const wanted = { ...parametersFrom(options), name };
    await context.withServices(async ({ playlists }) => {
      const { id } = await playlists.create(OPERATOR, wanted);
      context.print(id);
    });
  });
}

function changeCommand(context: CommandContext): Command {
  const change = new Command("change")
    .description("Replace the recipe of a playlist by the given one; its name stays without --name")
    .argument("<playlist>", "its id, or its name where no other has it")
    .option("--name <name>", "its new name");
  return withRecipeOptions(change).action(
    async (named: string, { name, ...options }: RecipeOptions & { readonly name?: string }) => {
      const wanted = parametersFrom(options);
      await context.withServices(async (services) => {
        const before = await playlistNamed(services, named);
        const content = { ...wanted, name: name ?? before.name };
        const changed = await services.playlists.change(undefined, before.id, content);
        context.print(`Changed "${changed.name}".`);
      });
    },
  );
}

function withRecipeOptions(command: Command): Command {
  return withTrackOptions(command)
    .option("--length <count>", "maximum number of tracks")
    .option("--seed <track>", "tracks that sound like this one; may be repeated", collected, [])
    .option("--exclude <track>", "a track to leave out; may be repeated", collected, [])
    .option(
      "--spread-artists",
      "no two tracks of one artist follow each other, also in a given order",
    )
    .option("--no-spread-artists", "tracks of one artist may follow each other")
    .option("--write", "write it into PLAYLIST_DIR after each scan");
}

/** @throws {InvalidInputError} a filter is malformed */
function parametersFrom(options: RecipeOptions): PlaylistParameters {
  const { where, seed: seeds, write: isWritten, ...others } = options;
  const filter = where.length > 0 ? filterParametersFrom(filterTextsFrom(where)) : undefined;
  return { ...others, filter, seeds, isWritten };
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ playlists }) => {
    const found = await playlists.list();
    const title = "ID                   OWNER     WRITTEN  NAME";
    const rows = found.map(({ id, owner, isWritten, name }) =>
      [id.padEnd(19), owner.padEnd(8), (isWritten ? "yes" : "no").padEnd(7), name].join("  "),
    );
    context.print(title, ...rows);
  });
}

async function show(context: CommandContext, named: string): Promise<void> {
  await context.withServices(async (services) => {
    const trackKeys = await services.playlists.tracksOf(await playlistNamed(services, named));
    const tracks = await services.tracks.findMany(trackKeys);
    for (const track of tracks) {
      if (track) context.print(`${refOf(track)}  ${track.artist} - ${track.trackName}`);
    }
  });
}

/** @throws {InvalidInputError} no playlist has this id or name, or several have the name */
async function playlistNamed(
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
