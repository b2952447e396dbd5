import type { Command } from "commander";
import { filterNames, type FilterTexts } from "../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";

/** Collects the values of an option that may be repeated. */
export const collected = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  text,
];

/** Adds the option of filters, which `filterTextsFrom` parses. */
export const withFilterOption = (command: Command): Command =>
  command.option(
    "--where <name=value>",
    "a filter as in the URL of GET /api/audio/tracks, such as tempo.gte=120; may be repeated",
    collected,
    [],
  );

/** Adds the options that name tracks in exports and in playlists: a filter and its order, and the ends of a path. */
export function withTrackOptions(command: Command): Command {
  return withFilterOption(command)
    .option("--order <field>", 'the field to order by; "-tempo" is descending')
    .option("--from <track key>", "the first track of a path in small steps")
    .option("--to <track key>", "the last track of the path");
}

/**
 * Parses filters as `name=value`.
 *
 * @throws {InvalidInputError} a text has another form, or its name is unknown or given twice
 */
export function filterTextsFrom(texts: readonly string[]): FilterTexts {
  const filter: { -readonly [Name in keyof FilterTexts]: FilterTexts[Name] } = {};
  for (const text of texts) {
    const [name = "", ...value] = text.split("=");
    const known = filterNames.find((one) => one === name);
    if (known === undefined || value.length === 0) {
      const problem =
        'must be a filter of GET /api/audio/tracks and its value, such as "tempo.gte=120"';
      throw new InvalidInputError("where", problem);
    }
    if (known in filter) throw new InvalidInputError("where", `must have "${known}" once`);
    filter[known] = value.join("=");
  }
  return filter;
}
