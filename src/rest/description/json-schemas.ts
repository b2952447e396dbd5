import { z } from "zod";

/** A JSON Schema, or another object of the description. */
export type Json = Record<string, unknown>;

/** Returns the place of a schema in the description. */
export const schemaPointer = (name: string): string => `#/components/schemas/${name}`;

/** Writes shapes as JSON Schemas, in which shapes that have a name are references. */
export class JsonSchemas {
  /** @param named the shapes that have a schema of their own, by name */
  constructor(named: ReadonlyMap<string, z.ZodType>) {
    for (const [id, shape] of named) {
      z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id });
    }
  }

  /**
   * Returns the schemas of named shapes.
   *
   * @param io "input" for what clients send, "output" for what the server answers
   */
  ofNamed(shapes: ReadonlyMap<string, z.ZodType>, io: "input" | "output"): Json {
    const { $defs = {} } = this.#written(z.object(Object.fromEntries(shapes)), io);
    const written = $defs as Readonly<Record<string, Json>>;
    return Object.fromEntries([...shapes.keys()].map((name) => [name, written[name]]));
  }

  /** Returns the schema of the value of a shape. */
  of(shape: z.ZodType, io: "input" | "output"): Json {
    const { properties } = this.#written(z.object({ part: shape }), io);
    return (properties as { readonly part: Json }).part;
  }

  #written(shape: z.ZodType, io: "input" | "output"): Json {
    const schema = z.toJSONSchema(shape, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        this.#refine(zodSchema, jsonSchema, io);
      },
    });
    const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${schemaPointer("")}`);
    return JSON.parse(text) as Json;
  }

  /** Writes what a part is described as, and leaves out what says nothing to a reader. */
  #refine(shape: z.core.$ZodType, schema: Json, io: "input" | "output"): void {
    const described = describedPartOf(shape);
    if (described) {
      const { description, example, examples } = schema;
      for (const name of Object.keys(schema)) delete schema[name];
      Object.assign(schema, this.of(described, io));
      if (description !== undefined) Object.assign(schema, { description });
      if (example !== undefined) Object.assign(schema, { example });
      if (examples !== undefined) Object.assign(schema, { examples });
    }
    if (shape instanceof z.ZodObject) this.#requireDescribed(shape.shape, schema);
    delete schema["id"];
    // The pattern of a date is long, and a name of a record may be any text.
    if (schema["format"] === "date-time" || schema["format"] === "base64") delete schema["pattern"];
    if (schema["format"] === "base64") delete schema["format"];
    delete schema["propertyNames"];
    if (isEmpty(schema["properties"])) {
      delete schema["properties"];
      if (isEmpty(schema["additionalProperties"])) delete schema["additionalProperties"];
    }
    if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
    if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  }

  /** Requires the members that are required by what they are described as. */
  #requireDescribed(members: z.core.$ZodShape, schema: Json): void {
    const required = Object.entries(members).flatMap(([name, member]) => {
      const isWritten = (schema["required"] as readonly string[] | undefined)?.includes(name);
      const isRequired = describedPartOf(member) ? isRequiredPart(member) : isWritten;
      return isRequired ? [name] : [];
    });
    if (required.length > 0) schema["required"] = required;
    else delete schema["required"];
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Returns whether a client must send a part. */
export function isRequiredPart(shape: z.core.$ZodType): boolean {
  return (describedPartOf(shape) ?? shape)._zod.optin === undefined;
}

function describedPartOf(shape: z.core.$ZodType): z.ZodType | undefined {
  return z.globalRegistry.get(shape)?.["describedAs"] as z.ZodType | undefined;
}
