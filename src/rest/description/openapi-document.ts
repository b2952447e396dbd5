import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { z } from "zod";
import { packageFile } from "../../build/package-file.js";
import { describedShapes, parameterSets } from "./described-shapes.js";
import { isRequiredPart, JsonSchemas, type Json } from "./json-schemas.js";
import { documentFile, pathFile, pathsOf, responseOf } from "./path-files.js";

/** What is written by hand about paths, in the order of the document. */
const pathFiles = [
  "track/track-paths",
  "analysis/analysis-paths",
  "identification/identification-paths",
  "catalogue/catalogue-paths",
  "catalogue/sentence-paths",
  "playlists/playlists-paths",
  "library/library-paths",
  "music-servers/music-servers-paths",
  "webhooks/webhooks-paths",
  "worker/worker-paths",
  "dialects/spotify/spotify-paths",
  "dialects/acousticbrainz/acousticbrainz-paths",
  "dialects/subsonic/subsonic-paths",
  "dialects/audiomuse/audiomuse-paths",
  "description/graphql-paths",
  "track/artwork-paths",
  "session/session-paths",
  "operations/operations-paths",
];

/**
 * Returns the OpenAPI document: what is written by hand, with the schemas and parameters of the shapes and with real answers.
 *
 * @throws {ZodError} a file that is written by hand has an unknown member, or lacks one
 */
export async function openapiDocument(): Promise<Json> {
  const { requests, answers } = describedShapes;
  const schemas = new JsonSchemas(new Map([...requests, ...answers]));
  const parameters = new Parameters(schemas);
  const examples = JSON.parse(await read("description/examples.json")) as Examples;
  const { components, ...document } = documentFile.parse(await written("description/description"));
  const responses = Object.entries(components.responses).map(
    ([name, file]) => [name, responseOf({ example: examples[name], ...file })] as const,
  );
  return {
    ...document,
    paths: await pathsWith(parameters, examples),
    components: {
      ...components,
      parameters: { ...components.parameters, ...parameters.shared },
      responses: Object.fromEntries(responses),
      schemas: { ...schemas.ofNamed(requests, "input"), ...schemas.ofNamed(answers, "output") },
    },
  };
}

/** Real answers, by the id of their operation or the name of the shared response. */
type Examples = Readonly<Record<string, unknown>>;

async function pathsWith(parameters: Parameters, examples: Examples): Promise<Json> {
  const parts = { setOf: (name: string) => parameters.ofSet(name), examples };
  const paths = await Promise.all(
    pathFiles.map(async (name) => pathsOf(pathFile.parse(await written(name)), parts)),
  );
  return Object.assign({}, ...paths) as Json;
}

const read = (name: string): Promise<string> => readFile(packageFile(`src/rest/${name}`), "utf8");

const written = async (name: string): Promise<unknown> => parse(await read(`${name}.yaml`));

/** The parameters in URLs. Those that stand in several sets are shared parts of the document. */
class Parameters {
  readonly shared: Record<string, Json> = {};
  readonly #sets: ReadonlyMap<string, readonly Json[]>;

  constructor(schemas: JsonSchemas) {
    const sets = Object.entries(parameterSets);
    const all = sets.flatMap(([, set]) => Object.values(set));
    const parameterOf = (name: string, shape: z.ZodType): Json => {
      const parameter = {
        name,
        in: "query",
        ...(isRequiredPart(shape) && { required: true }),
        ...describedParameter(schemas.of(shape, "input")),
      };
      if (all.filter((other) => other === shape).length === 1) return parameter;
      const part = `Query${name.split(".").map(capitalized).join("")}`;
      this.shared[part] = parameter;
      return { $ref: `#/components/parameters/${part}` };
    };
    this.#sets = new Map(
      sets.map(([name, set]) => [
        name,
        Object.entries(set).map(([parameter, shape]) => parameterOf(parameter, shape)),
      ]),
    );
  }

  /** Returns the parameters of a set; `undefined` if no set has the name. */
  ofSet(name: string): readonly Json[] | undefined {
    return this.#sets.get(name);
  }
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the schema of a parameter, with its texts beside it. */
function describedParameter({ description, example, examples, ...schema }: Json): Json {
  const texts = { description, example, examples };
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return { ...Object.fromEntries(given), schema };
}
