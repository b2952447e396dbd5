import { z } from "zod";
import { exportFormats, mediaTypeOfFormat } from "../../domain/export/export-format.js";
import { schemaPointer, type Json } from "./json-schemas.js";

/** A part of OpenAPI that is written as it stands. */
const plain = z.record(z.string(), z.unknown());

/** The name of a shared part, or the part itself. */
const sharedOrOwn = z.union([z.string(), plain]);

/** The bodies by media type: the name of a schema, "text", "binary", or the body as OpenAPI has it. */
const content = z.record(z.string(), sharedOrOwn);

const responseFile = z.strictObject({
  description: z.string(),
  /** Whether it has the headers of the rate limit; that of the file by default. */
  isRateLimited: z.boolean().optional(),
  /** Headers beside those that every response has; null where the response lacks one of these. */
  headers: z.record(z.string(), sharedOrOwn.nullable()).default({}),
  /** The schema of the JSON body. */
  answer: z.string().optional(),
  example: z.unknown().optional(),
  /** Whether the body may be that of RFC 9457 instead. */
  problem: z.boolean().default(false),
  /** Whether the body may be in a format of exports instead. */
  isExportable: z.boolean().default(false),
  content: content.default({}),
});

const operationFile = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  /** That of the file by default. */
  tag: z.string().optional(),
  /** The scopes of the key, or "none" where no key is needed; those of the document by default. */
  scopes: z.union([z.literal("none"), z.array(z.string())]).optional(),
  /** Names of sets of parameters in the URL, names of shared parameters, and others as OpenAPI has them. */
  parameters: z.array(sharedOrOwn).default([]),
  /** The schema of the JSON body, with a description or an example where it needs one. */
  body: z
    .union([
      z.string().transform((shape) => ({ shape, description: undefined, example: undefined })),
      z.strictObject({
        shape: z.string(),
        description: z.string().optional(),
        example: z.unknown().optional(),
      }),
    ])
    .optional(),
  /** A body that is not JSON alone. */
  requestBody: z.strictObject({ description: z.string().optional(), content }).optional(),
  /** By status: a shared response, an own one, or null where a failure of the file does not occur. */
  responses: z.record(z.string(), z.union([z.string(), responseFile]).nullable()),
});

type ResponseFile = z.output<typeof responseFile>;

type OperationFile = z.output<typeof operationFile>;

/** What is written by hand about the paths of a subject. */
export const pathFile = z.strictObject({
  tag: z.string(),
  isRateLimited: z.boolean().default(true),
  /** The shared responses of all operations of the file, by status. */
  failures: z.record(z.string(), z.string()).default({}),
  paths: z.record(z.string(), z.record(z.string(), operationFile)),
});

type PathFile = z.output<typeof pathFile>;

/** What is written by hand about the document as a whole. */
export const documentFile = z.looseObject({
  components: z.looseObject({
    parameters: z.record(z.string(), plain),
    headers: z.record(z.string(), plain),
    responses: z.record(z.string(), responseFile),
  }),
});

/** The headers of every response, and those of the rate limit. */
const commonHeaders = { "Cache-Control": "CacheControl", "X-Request-Id": "RequestId" };
const limitHeaders = {
  "RateLimit-Limit": "RateLimitLimit",
  "RateLimit-Remaining": "RateLimitRemaining",
  "RateLimit-Reset": "RateLimitReset",
  "RateLimit-Policy": "RateLimitPolicy",
  RateLimit: "RateLimit",
};

/** Those of exports. */
const exportHeaders = { "Content-Disposition": "ExportName", Trailer: "ExportTrailer" };

const refTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** What the code knows of paths. */
export interface PathParts {
  /** Returns the parameters of a set; `undefined` if no set has the name. */
  readonly setOf: (name: string) => readonly Json[] | undefined;
  /** Real answers, by the id of their operation. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Returns the operations of a file as OpenAPI has them, by path and method. */
export function pathsOf(file: PathFile, parts: PathParts): Json {
  const operationsOf = (operations: Readonly<Record<string, OperationFile>>): Json =>
    mapped(operations, (operation) => operationOf(operation, file, parts));
  return mapped(file.paths, operationsOf);
}

function operationOf(
  operation: OperationFile,
  file: PathFile,
  { setOf, examples }: PathParts,
): Json {
  const { operationId, summary, description, scopes } = operation;
  const parameters = operation.parameters.flatMap((parameter) => {
    if (typeof parameter !== "string") return [parameter];
    return setOf(parameter) ?? [refTo("parameters", parameter)];
  });
  return defined({
    operationId,
    tags: [operation.tag ?? file.tag],
    summary,
    description,
    security: scopes === "none" ? [] : scopes && [{ apiKey: scopes }],
    parameters: [...parameters, refTo("parameters", "RequestId")],
    requestBody: requestBodyOf(operation),
    responses: responsesOf(operation, file, examples[operationId]),
  });
}

function requestBodyOf({ body, requestBody }: OperationFile): Json | undefined {
  if (body) {
    const { shape, description, example } = body;
    const json = defined({ ...mediaTypeOf(shape), example });
    return defined({ required: true, description, content: { "application/json": json } });
  }
  if (!requestBody) return undefined;
  const { description, content } = requestBody;
  return defined({ required: true, description, content: mapped(content, mediaTypeOf) });
}

function responsesOf(
  { responses }: OperationFile,
  { failures, isRateLimited }: PathFile,
  example: unknown,
): Json {
  const present = Object.entries({ ...failures, ...responses }).flatMap(([status, response]) => {
    if (response === null) return [];
    const isShared = typeof response === "string";
    const written = isShared
      ? refTo("responses", response)
      : responseOf(
          { ...response, ...(status === "200" && example !== undefined && { example }) },
          isRateLimited,
        );
    return [[status, written] as const];
  });
  return Object.fromEntries(present);
}

/** Returns a response as OpenAPI has it. */
export function responseOf(response: ResponseFile, isLimitedByDefault = true): Json {
  const content = contentOf(response);
  return defined({
    description: response.description,
    headers: headersOf(response, isLimitedByDefault),
    content: Object.keys(content).length > 0 ? content : undefined,
  });
}

function headersOf(
  { headers, isRateLimited, isExportable }: ResponseFile,
  isLimitedByDefault: boolean,
): Json {
  const all: Readonly<Record<string, string | Json | null>> = {
    ...commonHeaders,
    ...((isRateLimited ?? isLimitedByDefault) && limitHeaders),
    ...(isExportable && exportHeaders),
    ...headers,
  };
  const present = Object.entries(all).flatMap(([name, header]) => {
    if (header === null) return [];
    return [[name, typeof header === "string" ? refTo("headers", header) : header] as const];
  });
  return Object.fromEntries(present);
}

function contentOf({ answer, example, problem, isExportable, content }: ResponseFile): Json {
  return {
    ...(answer !== undefined && {
      "application/json": defined({ ...mediaTypeOf(answer), example }),
    }),
    ...(problem && { "application/problem+json": mediaTypeOf("Problem") }),
    ...(isExportable && exportContent()),
    ...mapped(content, mediaTypeOf),
  };
}

/** Returns the body of a media type: a named schema, plain text, bytes, or what is written. */
function mediaTypeOf(body: string | Json): Json {
  if (typeof body !== "string") return body;
  if (body === "text") return { schema: { type: "string" } };
  if (body === "binary") return { schema: { type: "string", format: "binary" } };
  return { schema: { $ref: schemaPointer(body) } };
}

function exportContent(): Json {
  const bodies: Readonly<Record<string, Json>> = {
    "application/jspf+json": mediaTypeOf("Jspf"),
    "application/vnd.apache.parquet": {
      schema: { type: "string", contentMediaType: "application/vnd.apache.parquet" },
    },
  };
  return Object.fromEntries(
    exportFormats.map(mediaTypeOfFormat).map((type) => [type, bodies[type] ?? mediaTypeOf("text")]),
  );
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  convert: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}

const defined = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
