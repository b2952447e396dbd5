import { mediaTypeOf, type Exchange } from "./exchange.js";
import {
  patternOf,
  type DescribedAnswer,
  type DescribedOperation,
  type DescribedParameter,
  type InterfaceDescription,
} from "./interface-description.js";

/**
 * Headers of HTTP, of the transport and of web security that any response may have. All other
 * headers are part of the API, and must be described.
 */
const plainHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  // No page can read it.
  "set-cookie",
  "keep-alive",
  "transfer-encoding",
  "vary",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options",
]);

/**
 * Returns the differences between an exchange and the description, one line each; empty if there
 * are none.
 */
export function exchangeMismatches(
  exchange: Exchange,
  description: InterfaceDescription,
): readonly string[] {
  const operation = operationOf(exchange, description);
  if (!operation) return [`${exchange.method} ${exchange.path} is not described`];
  const answer = operation.answers.get(exchange.status);
  if (!answer) return [`${operation.id} does not answer ${exchange.status}`];
  const problems = [
    ...headerMismatches(exchange, answer, description),
    ...bodyMismatches(exchange, answer, description),
    ...(exchange.status < 400 ? parameterMismatches(exchange, operation, description) : []),
  ];
  return problems.map((problem) => `${operation.id} ${exchange.status}: ${problem}`);
}

/** Returns the operation of an exchange; any of the path if it does not support the method. */
export function operationOf(
  { method, path, status }: Exchange,
  description: InterfaceDescription,
): DescribedOperation | undefined {
  const operations = description.operationsAt(pathnameOf(path));
  const describedMethod = method === "HEAD" ? "GET" : method;
  const found = operations.find((operation) => operation.method === describedMethod);
  return found ?? (status === 405 ? operations[0] : undefined);
}

export const pathnameOf = (path: string): string => path.split("?")[0] ?? "";

function headerMismatches(
  { headers }: Exchange,
  answer: DescribedAnswer,
  { schemas }: InterfaceDescription,
): readonly string[] {
  const absent = [...answer.headers]
    .filter(([name, { isRequired }]) => isRequired && !headers.has(name))
    .map(([name]) => `has no header ${name}`);
  const present = [...headers].flatMap(([name, value]) => {
    const described = answer.headers.get(name);
    if (described) {
      const problems = schemas.mismatchesOfText(value, described.schema);
      return problems.map((problem) => `header ${name} ${problem}`);
    }
    return plainHeaders.has(name) ? [] : [`has a header ${name}`];
  });
  return [...absent, ...present];
}

function bodyMismatches(
  { method, headers, body }: Exchange,
  answer: DescribedAnswer,
  { schemas }: InterfaceDescription,
): readonly string[] {
  const mediaType = mediaTypeOf(headers);
  if (answer.content.size === 0) return body === "" ? [] : ["has a body"];
  const schema = schemaFor(mediaType, answer.content);
  if (schema === undefined) return [`has a body of type "${mediaType}"`];
  if (method === "HEAD" || isBinary(mediaType)) return [];
  return contentsOf(mediaType, body).flatMap((content) => schemas.mismatches(content, schema));
}

/** Returns the schema of a media type, or of the range that contains it. */
export function schemaFor(
  mediaType: string,
  content: ReadonlyMap<string, string>,
): string | undefined {
  return content.get(mediaType) ?? content.get(mediaType.replace(/\/.*/, "/*"));
}

/**
 * Returns what the schema of a media type describes: the body, or each item of a sequence of items.
 */
export function contentsOf(mediaType: string, body: string): readonly unknown[] {
  if (mediaType === "text/event-stream") return eventsOf(body);
  return [/[/+]json$/.test(mediaType) ? JSON.parse(body) : body];
}

/** Returns the events of a stream, whose fields are on one line each; comments are left out. */
const eventsOf = (body: string): readonly object[] =>
  body
    .split("\n\n")
    .filter((event) => event !== "" && !event.startsWith(":"))
    .map((event) =>
      Object.fromEntries(event.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line)!.slice(1))),
    );

const isBinary = (mediaType: string): boolean =>
  /^(image|audio)\//.test(mediaType) && mediaType !== "image/svg+xml";

function parameterMismatches(
  exchange: Exchange,
  { template, parameters }: DescribedOperation,
  { schemas }: InterfaceDescription,
): readonly string[] {
  const { searchParams } = new URL(exchange.path, "http://localhost");
  const known = parameters.filter(({ place }) => place === "query").map(({ name }) => name);
  const undescribed = [...searchParams.keys()].filter((name) => !known.includes(name));
  const wrong = parameters.flatMap((parameter) => {
    const value = valueOf(parameter, template, exchange);
    if (value === undefined) return parameter.isRequired ? [`${parameter.name} was not sent`] : [];
    const problems = schemas.mismatchesOfText(value, parameter.schema);
    return problems.map((problem) => `${parameter.name} ${problem}`);
  });
  return [...undescribed.map((name) => `takes a parameter ${name}`), ...wrong];
}

/** Returns the decoded value of a parameter; `undefined` if it was not sent. */
export function valueOf(
  { name, place }: DescribedParameter,
  template: string,
  { path, sent }: Exchange,
): string | undefined {
  if (place === "header") return sent.get(name) ?? undefined;
  if (place === "query") {
    return new URL(path, "http://localhost").searchParams.get(name) ?? undefined;
  }
  const encoded = patternOf(template).exec(pathnameOf(path))?.groups?.[name];
  return encoded && decodeURIComponent(encoded);
}
