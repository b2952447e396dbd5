/** A position in a document, in the format of RFC 6901: `/paths/~1metrics/get`. */
export type JsonPointer = string;

/** A document whose parts may refer to others by `$ref`. */
export class JsonDocument {
  constructor(readonly root: unknown) {}

  /** Returns the value at a position, which must exist. */
  at(pointer: JsonPointer): unknown {
    const found = this.#find(pointer);
    if (found === undefined) throw new Error(`There is nothing at ${pointer}.`);
    return found;
  }

  /**
   * Follows references from a position to the end; returns the position itself if it is not a
   * reference.
   */
  resolve(pointer: JsonPointer): JsonPointer {
    const found = this.#find(pointer);
    if (!isObject(found) || typeof found["$ref"] !== "string") return pointer;
    const target = found["$ref"].replace(/^#/, "");
    this.at(target);
    return this.resolve(target);
  }

  /**
   * Returns the members of an object or array, with their names and positions, references resolved;
   * empty for other values.
   */
  entriesAt(
    pointer: JsonPointer,
  ): readonly (readonly [name: string, value: unknown, JsonPointer])[] {
    const place = this.resolve(pointer);
    return Object.keys(this.#find(place) ?? {}).map((name) => {
      const member = this.resolve(`${place}/${escaped(name)}`);
      return [name, this.at(member), member];
    });
  }

  /** Returns every object of the document with its position, in document order. */
  places(from: JsonPointer = ""): readonly (readonly [value: unknown, JsonPointer])[] {
    const value = from === "" ? this.root : this.at(from);
    if (typeof value !== "object" || value === null) return [];
    const below = Object.keys(value).flatMap((name) => {
      const isAbsent = (value as Record<string, unknown>)[name] === undefined;
      return isAbsent ? [] : this.places(`${from}/${escaped(name)}`);
    });
    return [[value, from], ...below];
  }

  #find(pointer: JsonPointer): unknown {
    return pointer
      .split("/")
      .slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>(
        (node, name) =>
          typeof node === "object" && node !== null
            ? (node as Record<string, unknown>)[name]
            : undefined,
        this.root,
      );
  }
}

/** Escapes a name for a pointer. */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
