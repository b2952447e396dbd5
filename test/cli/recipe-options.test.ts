import { Command } from "commander";
import {
  recipeParametersFrom,
  recipeText,
  withRecipeOptions,
  type RecipeOptions,
} from "../../src/cli/catalogue/recipe-options.js";
import {
  parsePlaylist,
  type PlaylistParameters,
  type PlaylistRecipe,
} from "../../src/domain/playlist/playlist.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";

const one = trackKeyFrom("Ann", "One");
const two = trackKeyFrom("Ann", "Two");

const recipeOf = (parameters: PlaylistParameters): PlaylistRecipe =>
  parsePlaylist({ ...parameters, name: "Any" }).recipe!;

const parsed = (...words: string[]): PlaylistRecipe => {
  const command = withRecipeOptions(new Command()).parse(words, { from: "user" });
  return recipeOf(recipeParametersFrom(command.opts<RecipeOptions>()));
};

/** Splits a line as a shell does, which knows single quotation marks only. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, "$1$2"),
  );

describe("The options of a recipe", () => {
  it.each<[string, PlaylistParameters, string]>([
    ["nothing but a length", {}, "--length 50"],
    [
      "conditions and an order",
      { filter: { keyIn: ["8A", "9A"], mood: { relaxed: { gte: 0.6 } } }, order: "-tempo" },
      "--where keyIn=8A,9A --where mood.relaxed.gte=0.6 --order -tempo --length 50",
    ],
    [
      "tags, and what a shell would take for something else",
      { filter: { hasFile: true, genre: ["House", "Techno"], album: ["Don't; stop"] } },
      "--where hasFile=true --where 'genre=House; Techno' --where 'album=Don'\\''t; stop' --length 50",
    ],
    [
      "seeds and spread artists",
      { seeds: [one], exclude: [two], length: 5, spreadArtists: false },
      `--seed ${one} --exclude ${two} --length 5 --no-spread-artists`,
    ],
    ["a path", { from: one, to: two }, `--from ${one} --to ${two} --length 10`],
  ])("say %s, and make the same recipe again", (_, parameters, expected) => {
    const text = recipeText(recipeOf(parameters));

    expect(text).toBe(expected);
    expect(recipeText(parsed(...wordsOf(text)))).toBe(text);
  });
});
