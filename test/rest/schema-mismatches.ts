/** A JSON Schema, as far as the description of our interface uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * Where a value does not fit a JSON Schema, one line each; none where it fits.
 *
 * Understands what schema/openapi.yaml uses, and throws on a keyword that it does not know, so that
 * nothing is promised there that no test looks at.
 *
 * @param root the document that `$ref` points into
 */
export function schemaMismatches(
  value: unknown,
  schema: Schema,
  root: unknown,
  path = "$",
): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    const check = checks[keyword];
    if (check === undefined) throw new Error(`Unknown keyword "${keyword}" at ${path}.`);
    return check(value, rule as never, { schema, root, path });
  });
}

interface Place {
  readonly schema: Schema;
  readonly root: unknown;
  readonly path: string;
}

/** A rule has whatever type its keyword says. */
type Check = (value: unknown, rule: never, place: Place) => readonly string[];

const fits = (isFitting: boolean, { path }: Place, problem: string): readonly string[] =>
  isFitting ? [] : [`${path} ${problem}`];

const anything: Check = () => [];

const checks: Readonly<Record<string, Check>> = {
  description: anything,
  example: anything,
  default: anything,
  format: anything,
  $ref: (value, rule: string, { root, path }) =>
    schemaMismatches(value, resolved(rule, root), root, path),
  type: (value, rule: string | readonly string[], place) =>
    fits(
      [rule].flat().some((type) => isOfType(value, type)),
      place,
      `is no ${String(rule)}`,
    ),
  const: (value, rule: unknown, place) => fits(value === rule, place, `is not ${String(rule)}`),
  enum: (value, rule: unknown[], place) => fits(rule.includes(value), place, "is not in the list"),
  minimum: (value, rule: number, place) =>
    fits(typeof value !== "number" || value >= rule, place, `is below ${rule}`),
  exclusiveMinimum: (value, rule: number, place) =>
    fits(typeof value !== "number" || value > rule, place, `is not above ${rule}`),
  maximum: (value, rule: number, place) =>
    fits(typeof value !== "number" || value <= rule, place, `is above ${rule}`),
  pattern: (value, rule: string, place) =>
    fits(typeof value !== "string" || new RegExp(rule, "u").test(value), place, "has another form"),
  minLength: (value, rule: number, place) =>
    fits(typeof value !== "string" || [...value].length >= rule, place, "is too short"),
  maxLength: (value, rule: number, place) =>
    fits(typeof value !== "string" || [...value].length <= rule, place, "is too long"),
  oneOf: (value, rule: Schema[], { root, path }) => {
    const problems = rule.map((schema) => schemaMismatches(value, schema, root, path));
    const fitting = problems.filter((found) => found.length === 0).length;
    return fitting === 1 ? [] : [`${path} fits ${fitting} of several`, ...problems.flat()];
  },
  minItems: (value, rule: number, place) =>
    fits(!Array.isArray(value) || value.length >= rule, place, "has too few items"),
  maxItems: (value, rule: number, place) =>
    fits(!Array.isArray(value) || value.length <= rule, place, "has too many items"),
  items: (value, rule: Schema, { root, path }) =>
    Array.isArray(value)
      ? value.flatMap((item, n) => schemaMismatches(item, rule, root, `${path}[${n}]`))
      : [],
  required: (value, rule: string[], place) =>
    isObject(value)
      ? rule.flatMap((name) => fits(name in value, place, `has no member ${name}`))
      : [],
  properties: (value, rule: Record<string, Schema>, { root, path }) =>
    isObject(value)
      ? Object.entries(rule).flatMap(([name, schema]) =>
          name in value ? schemaMismatches(value[name], schema, root, `${path}.${name}`) : [],
        )
      : [],
  additionalProperties: (value, rule: false | Schema, place) => {
    const known = Object.keys((place.schema["properties"] as object | undefined) ?? {});
    if (!isObject(value)) return [];
    return Object.entries(value)
      .filter(([name]) => !known.includes(name))
      .flatMap(([name, member]) =>
        rule === false
          ? [`${place.path} has a member ${name}`]
          : schemaMismatches(member, rule, place.root, `${place.path}.${name}`),
      );
  },
};

/** What a `$ref` such as `#/components/schemas/Track` points to. */
export function resolved(pointer: string, root: unknown): Schema {
  const target = pointer
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), root);
  if (!isObject(target)) throw new Error(`There is nothing at ${pointer}.`);
  return target;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
