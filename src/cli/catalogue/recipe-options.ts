import type { Command } from "commander";
import { filterParametersFrom, filterTextsOf } from "../../domain/catalogue/filter-texts.js";
import type { PlaylistParameters, PlaylistRecipe } from "../../domain/playlist/playlist.js";
import { collected, filterTextsFrom, withTrackOptions } from "./filter-options.js";

/** The options of a recipe. */
export interface RecipeOptions {
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

/** Adds the options of a recipe, which `recipeParametersFrom` parses. */
export function withRecipeOptions(command: Command): Command {
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
export function recipeParametersFrom(options: RecipeOptions): PlaylistParameters {
  const { where, seed: seeds, write: isWritten, ...others } = options;
  const filter = where.length > 0 ? filterParametersFrom(filterTextsFrom(where)) : undefined;
  return { ...others, filter, seeds, isWritten };
}

/** Returns a recipe as the options that give a playlist the same one. */
export function recipeText(recipe: PlaylistRecipe): string {
  const { filter, order, length, seeds, exclude, path, spreadArtists = null } = recipe;
  const options: readonly (readonly [name: string, values: readonly (string | number)[]])[] = [
    ["--where", filterTextsOf(filter)],
    ["--seed", seeds],
    ["--exclude", exclude],
    ["--from", path ? [path.from] : []],
    ["--to", path ? [path.to] : []],
    ["--order", order === null ? [] : [order]],
    ["--length", [length]],
  ];
  const given = options.flatMap(([name, values]) =>
    values.map((value) => `${name} ${quoted(String(value))}`),
  );
  const spread = spreadArtists === null ? [] : [`--${spreadArtists ? "" : "no-"}spread-artists`];
  return [...given, ...spread].join(" ");
}

/** Returns a text as a shell takes it for one word. */
const quoted = (text: string): string =>
  /^[\w.:=,/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
