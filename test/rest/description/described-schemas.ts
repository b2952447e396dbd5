import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isObject, type JsonDocument, type JsonPointer } from "./json-document.js";

/** The keywords that OpenAPI adds to JSON Schema, in schemas and at the root of a description. */
const words = [
  ...["example", "externalDocs", "discriminator", "xml"],
  ...["openapi", "info", "servers", "tags", "security", "paths", "webhooks", "components"],
];

/** Relative references are relative to it. */
const description = "https://overtone.invalid/openapi";

const options: Options = {
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
};

/**
 * The JSON Schemas of a description, closed: an object with a member that its schema does not name
 * is invalid. An unknown keyword is an error.
 */
export class DescribedSchemas {
  readonly #document: JsonDocument;
  readonly #values: Validators;
  /** Values that are written as text; in lists of one, because ajv coerces only members. */
  readonly #texts: Validators;

  constructor(document: JsonDocument) {
    this.#document = document;
    const root = closed(document.root) as object;
    this.#values = new Validators(root, options, (schema) => schema);
    this.#texts = new Validators(root, { ...options, coerceTypes: true }, (items) => ({
      type: "array",
      items,
    }));
  }

  /**
   * Returns the mismatches of a value with the schema at a pointer, one line each; empty if it is
   * valid.
   */
  mismatches(value: unknown, schema: JsonPointer): readonly string[] {
    return this.#values.mismatches(value, schema);
  }

  /** The same for a value in a URL or a header. */
  mismatchesOfText(text: string, schema: JsonPointer): readonly string[] {
    return this.#texts.mismatches([text], schema);
  }

  /**
   * Returns the properties of a valid value that the schema names: `/components/schemas/Track
   * isrc`.
   */
  propertiesOf(value: unknown, schema: JsonPointer): readonly string[] {
    const place = this.#document.resolve(schema);
    const rules = this.#document.at(place);
    if (!isObject(rules)) return [];
    const alternatives = ["oneOf", "anyOf", "allOf"].flatMap((word) =>
      this.#document
        .entriesAt(`${place}/${word}`)
        .filter(([, , one]) => this.mismatches(value, one).length === 0)
        .flatMap(([, , one]) => this.propertiesOf(value, one)),
    );
    const items = Array.isArray(value) && "items" in rules ? value : [];
    const members = isObject(value) ? this.#document.entriesAt(`${place}/properties`) : [];
    return [
      ...alternatives,
      ...items.flatMap((item) => this.propertiesOf(item, `${place}/items`)),
      ...members.flatMap(([name, , member]) => {
        const held = (value as Record<string, unknown>)[name];
        if (held === undefined) return [];
        return [`${place} ${name}`, ...this.propertiesOf(held, member)];
      }),
    ];
  }
}

/** The compiled schemas of one way of reading values. */
class Validators {
  readonly #ajv: Ajv2020;
  readonly #wrap: (schema: object) => object;
  readonly #compiled = new Map<JsonPointer, ValidateFunction>();

  constructor(root: object, options: Options, wrap: (schema: object) => object) {
    this.#wrap = wrap;
    this.#ajv = new Ajv2020(options);
    formats.default(this.#ajv);
    this.#ajv.addFormat("binary", true);
    this.#ajv.addVocabulary(words);
    this.#validateContents();
    this.#ajv.addSchema(root, description);
  }

  mismatches(value: unknown, schema: JsonPointer): readonly string[] {
    const validate = this.#at(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `$${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Also validates JSON in texts, such as the data of an event, which ajv leaves alone. */
  #validateContents(): void {
    this.#ajv.removeKeyword("contentSchema");
    this.#ajv.addKeyword({
      keyword: "contentSchema",
      type: "string",
      validate: ({ $ref }: { readonly $ref: string }, text: string) => {
        const content = jsonIn(text);
        return content !== undefined && this.mismatches(content, $ref.slice(1)).length === 0;
      },
    });
  }

  #at(schema: JsonPointer): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known) return known;
    const $ref = `${description}#${encodedPointer(schema)}`;
    const compiled = this.#ajv.compile(this.#wrap({ $ref }));
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** Returns the value of a JSON text; `undefined` if it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const encodedPointer = (pointer: JsonPointer): string =>
  pointer.split("/").map(encodeURIComponent).join("/");

/** Returns a copy in which object schemas allow no other members unless they say so. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, part]) => [name, closed(part)]));
  const isOpen = isObject(node["properties"]) && !("additionalProperties" in node);
  return isOpen && "type" in node ? { ...copy, additionalProperties: false } : copy;
}
