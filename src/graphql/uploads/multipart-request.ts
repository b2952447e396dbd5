import type { Request, RequestHandler } from "express";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { announcedFileBytesOf, FormFile } from "../../http/body/form-file.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import { rejoined } from "../../http/body/rejoined-bytes.js";
import { identityOf } from "../../http/request-locals.js";
import { UploadedFile } from "./uploaded-file.js";

/** Twice the maximum length of a document. */
const FIELD_BYTES = 100_000;

/** Returns whether the body of a request is a form. */
export function isMultipart(request: Request): boolean {
  return request.method === "POST" && mediaTypeOf(request) === "multipart/form-data";
}

/**
 * Reads an operation with one file from a form: `operations`, `map`, and then the file, whose bytes are
 * read only where the operation runs. The rest of them is discarded when the response is sent.
 *
 * Source: J. Seric, "GraphQL multipart request specification", 2.0.0-alpha.2, 2019.
 */
export const readMultipart: RequestHandler = async (request, response, next) => {
  const identity = identityOf(response);
  // All operations with a file need a key.
  if ("refusal" in identity) throw identity.refusal;
  requirePlainBody(request, "multipart/form-data");
  const fields = new Map<string, string>();
  let file: { readonly field: string; readonly name: string } | undefined;
  const form = new FormFile(request, {
    ...{ fileField: "file", fieldSize: FIELD_BYTES },
    takeField(field, text, isCut) {
      if (field !== "operations" && field !== "map") return;
      if (isCut) throw new InvalidInputError(field, `must be at most ${FIELD_BYTES} bytes`);
      if (fields.has(field)) throw new InvalidInputError(field, "must be given once");
      if (file) throw new InvalidInputError(field, "must come before the file");
      fields.set(field, text);
    },
    takeFile(field, name) {
      file = { field, name };
    },
  });
  const bytes = form.bytes(() => undefined);
  const first = await bytes.next();
  response.once("close", () => void bytes.return());
  const operations = jsonObjectIn(fields, "operations");
  const field = file?.field ?? "";
  const uploaded = new UploadedFile({
    bytes: rejoined(first, bytes),
    announcedBytes: announcedFileBytesOf(request),
    fileName: file?.name ?? "",
  });
  place(uploaded, operations, pathIn(jsonObjectIn(fields, "map"), field));
  request.body = operations;
  next();
};

type JsonObject = Record<string, unknown>;

function jsonObjectIn(fields: ReadonlyMap<string, string>, field: string): JsonObject {
  const text = fields.get(field);
  if (text === undefined) throw new InvalidInputError(field, "is required, before the file");
  const value = parsed(text);
  if (isObject(value)) return value;
  throw new InvalidInputError(field, "must be a JSON object");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws {InvalidInputError} the map does not lead from this file, and no other, to one place */
function pathIn(map: JsonObject, field: string): readonly string[] {
  const [entry, ...others] = Object.entries(map);
  const [path, ...more] = entry && Array.isArray(entry[1]) ? (entry[1] as unknown[]) : [];
  const isOne = others.length === 0 && more.length === 0 && typeof path === "string";
  if (isOne && entry?.[0] === field) return path.split(".");
  const problem = `must lead from the field of the one file to one place, as in {"${field}": ["variables.file"]}`;
  throw new InvalidInputError("map", problem);
}

/** Puts the file where its path leads. */
function place(file: UploadedFile, operations: JsonObject, path: readonly string[]): void {
  const last = path.at(-1) ?? "";
  let target: unknown = operations;
  for (const name of path.slice(0, -1)) target = isOwn(target, name) ? target[name] : undefined;
  if (path[0] !== "variables" || path.length < 2 || !isOwn(target, last) || target[last] !== null) {
    throw new InvalidInputError("map", "must lead to a variable that is null in `operations`");
  }
  target[last] = file;
}

const isOwn = (value: unknown, name: string): value is JsonObject =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name);
