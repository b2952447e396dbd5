import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { DescribedSchemas } from "./described-schemas.js";
import { isObject, JsonDocument, type JsonPointer } from "./json-document.js";

/** A parameter of an operation, wherever it is sent. */
export interface DescribedParameter {
  readonly name: string;
  readonly place: "query" | "path" | "header";
  readonly isRequired: boolean;
  readonly schema: JsonPointer;
}

/** One status of the responses of an operation. */
export interface DescribedAnswer {
  /** The position of its description: within the operation, or shared with others. */
  readonly pointer: JsonPointer;
  readonly headers: ReadonlyMap<
    string,
    { readonly isRequired: boolean; readonly schema: JsonPointer }
  >;
  /**
   * The schema of each media type, or that of its items where it is a sequence of these; empty if
   * the response has no body.
   */
  readonly content: ReadonlyMap<string, JsonPointer>;
}

/** One method of one path. */
export interface DescribedOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** e.g. "/api/audio/tracks/{id}". */
  readonly template: string;
  /** The scopes that an API key needs; `undefined` if no key is needed. */
  readonly scopes: readonly string[] | undefined;
  readonly parameters: readonly DescribedParameter[];
  /** The schema of each media type that it accepts. */
  readonly takes: ReadonlyMap<string, JsonPointer>;
  readonly answers: ReadonlyMap<number, DescribedAnswer>;
}

const written = new URL("../../../schema/openapi.yaml", import.meta.url);
const methods = ["get", "post", "put", "patch", "delete"];

/**
 * The schema of one item of a sequence, such as an event of a stream: `itemSchema` of OpenAPI 3.2 in
 * a document of 3.1.
 *
 * Source: OpenAPI Initiative, "Extension Field Registry", x-oai-itemSchema.
 */
const ITEM_SCHEMA = "x-oai-itemSchema";

/** `schema/openapi.yaml`, indexed for comparing exchanges with it. */
export class InterfaceDescription {
  readonly document: JsonDocument;
  readonly schemas: DescribedSchemas;
  readonly operations: readonly DescribedOperation[];

  /** @param text the description, as YAML */
  constructor(text = readFileSync(written, "utf8")) {
    this.document = new JsonDocument(parse(text));
    this.schemas = new DescribedSchemas(this.document);
    this.operations = this.document
      .entriesAt("/paths")
      .flatMap(([template, , path]) => this.#operationsOf(template, path));
  }

  /** Returns the operations of the path that matches a request: the most literal template. */
  operationsAt(pathname: string): readonly DescribedOperation[] {
    const templates = [...new Set(this.operations.map(({ template }) => template))]
      .filter((template) => patternOf(template).test(pathname))
      .sort((one, other) => holesOf(one).length - holesOf(other).length);
    return this.operations.filter(({ template }) => template === templates[0]);
  }

  #operationsOf(template: string, path: JsonPointer): readonly DescribedOperation[] {
    return this.document
      .entriesAt(path)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation, pointer]) => {
        const { operationId, security } = operation as {
          operationId?: string;
          security?: object[];
        };
        if (operationId === undefined) throw new Error(`${method} ${template} has no operationId.`);
        return {
          id: operationId,
          method: method.toUpperCase(),
          template,
          scopes: this.#scopesOf(security),
          parameters: [path, pointer].flatMap((owner) => this.#parametersAt(`${owner}/parameters`)),
          takes: this.#contentAt(`${pointer}/requestBody`),
          answers: new Map(
            this.document
              .entriesAt(`${pointer}/responses`)
              .map(([status, , answer]) => [Number(status), this.#answerAt(answer)]),
          ),
        };
      });
  }

  #scopesOf(own: readonly object[] | undefined): readonly string[] | undefined {
    const [needed] = own ?? (this.document.at("/security") as readonly object[]);
    return needed && (Object.values(needed)[0] as readonly string[]);
  }

  #parametersAt(pointer: JsonPointer): readonly DescribedParameter[] {
    return this.document.entriesAt(pointer).map(([, parameter, place]) => {
      const {
        name,
        in: where,
        required = false,
      } = parameter as {
        readonly name: string;
        readonly in: DescribedParameter["place"];
        readonly required?: boolean;
      };
      return { name, place: where, isRequired: required, schema: `${place}/schema` };
    });
  }

  #answerAt(pointer: JsonPointer): DescribedAnswer {
    const headers = this.document.entriesAt(`${pointer}/headers`).map(([name, header, place]) => {
      const { required = false } = header as { required?: boolean };
      return [name.toLowerCase(), { isRequired: required, schema: `${place}/schema` }] as const;
    });
    return { pointer, headers: new Map(headers), content: this.#contentAt(pointer) };
  }

  #contentAt(pointer: JsonPointer): ReadonlyMap<string, JsonPointer> {
    const types = this.document.entriesAt(`${this.document.resolve(pointer)}/content`);
    return new Map(
      types.map(([mediaType, body, place]) => {
        const ofItems = `${place}/${ITEM_SCHEMA}`;
        const isSequence = isObject(body) && ITEM_SCHEMA in body;
        return [mediaType, isSequence ? this.document.resolve(ofItems) : `${place}/schema`];
      }),
    );
  }

  /** Returns every example of the description, with its schema. */
  examples(): readonly {
    readonly pointer: JsonPointer;
    readonly schema: JsonPointer;
    readonly value: unknown;
  }[] {
    return this.document.places().flatMap(([place, pointer]) => {
      if (!isObject(place) || !("schema" in place)) return [];
      const { example, examples = {} } = place as { example?: unknown; examples?: object };
      const values = Object.values(examples).map(({ value }: { value: unknown }) => value);
      return [example, ...values]
        .filter((value) => value !== undefined)
        .map((value) => ({ pointer, schema: `${pointer}/schema`, value }));
    });
  }
}

const holesOf = (template: string): readonly string[] => template.match(/\{\w+\}/g) ?? [];

/** Returns a pattern for the paths of a template; a placeholder never contains a slash. */
export function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`, "u");
}
