import type { Request, Response } from "express";
import { queryParametersOf } from "../../request/query-parameters.js";

/** The last version of the Subsonic API, which OpenSubsonic extends. */
const API_VERSION = "1.16.1";

/** A value of a response: in XML, plain values are attributes, and all others elements. */
type Value = Plain | readonly Value[] | { readonly [name: string]: Value };

type Plain = string | number | boolean;

/** The members of a response beside those that every response has. */
export type Members = Readonly<Record<string, Value>>;

/** The format of a response. */
export type Format = "json" | "xml";

/** Returns the format that a request asks for, XML without a wish, as in Subsonic; `undefined` where it is another one. */
export function formatOf(request: Request<object>): Format | undefined {
  const { f = "xml" } = queryParametersOf(request.originalUrl, ["f"]);
  return f === "xml" || f === "json" ? f : undefined;
}

/**
 * Sends a response of Subsonic.
 *
 * Source: OpenSubsonic API, "subsonic-response", 2026.
 *
 * @param members those beside the ones that every response has; of a failure, `error`
 * @param version the version of this program
 */
export function sendEnvelope(
  members: Members,
  { response, format, version }: { response: Response; format: Format; version: string },
): void {
  const common = {
    status: "error" in members ? "failed" : "ok",
    version: API_VERSION,
    type: "overtone",
    serverVersion: version,
    openSubsonic: true,
  };
  response.set("Cache-Control", "no-store");
  if (format === "json") {
    response.json({ "subsonic-response": { ...common, ...members } });
    return;
  }
  const content = { xmlns: "http://subsonic.org/restapi", ...common, ...members };
  const xml = elementOf("subsonic-response", content);
  response.type("application/xml").send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
}

function elementOf(name: string, value: Value): string {
  if (typeof value !== "object") return `<${name}>${escaped(String(value))}</${name}>`;
  const members = Object.entries(value);
  const attributes = members.filter(
    (member): member is [string, Plain] => typeof member[1] !== "object",
  );
  const elements = members.flatMap(([inner, member]) => {
    if (typeof member !== "object") return [];
    const values = (Array.isArray(member) ? member : [member]) as readonly Value[];
    return values.map((one) => elementOf(inner, one));
  });
  const start = [name, ...attributes.map(([key, text]) => `${key}="${escaped(String(text))}"`)];
  const content = elements.join("");
  return content === "" ? `<${start.join(" ")}/>` : `<${start.join(" ")}>${content}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes a text, and leaves out the characters that XML 1.0 cannot have. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
