import { Command } from "commander";
import { DEFAULT_FACET_VALUES, parseFacetsRequest } from "../../domain/catalogue/facets.js";
import { filterFromTexts } from "../../domain/catalogue/filter-texts.js";
import type { CommandContext } from "../command-context.js";
import { jsonLinesOf } from "../json-lines-of.js";
import { filterTextsFrom, withFilterOption } from "./filter-options.js";

interface FacetsOptions {
  readonly where: readonly string[];
  readonly limit: string;
  readonly json?: true;
}

/** `overtone facets`: counts the genres, artists, albums and other values of the analysed tracks. */
export function facetsCommand(context: CommandContext): Command {
  const command = new Command("facets")
    .description("Count the genres, artists, albums, years, keys and others of the analysed tracks")
    .argument("<fields>", "what to count, separated by commas, such as genre,year");
  return withFilterOption(command)
    .option("--limit <values>", "maximum number of values of each field", `${DEFAULT_FACET_VALUES}`)
    .option("--json", "as GET /api/audio/facets answers")
    .action(async (fields: string, { where, limit, json }: FacetsOptions) => {
      const request = parseFacetsRequest(
        {
          fields: fields.split(","),
          filter: filterFromTexts(filterTextsFrom(where)),
          first: limit,
        },
        "limit",
      );
      await context.withServices(async ({ catalogue }) => {
        const found = await catalogue.countFacets(request);
        if (json) {
          context.print(...jsonLinesOf(found));
          return;
        }
        for (const { field, values, valueCount, trackCount } of found.facets) {
          context.print(`${field}: ${valueCount} values of ${trackCount} tracks`);
          for (const { value, count } of values) {
            context.print(`${String(count).padStart(8)}  ${value}`);
          }
        }
      });
    });
}
