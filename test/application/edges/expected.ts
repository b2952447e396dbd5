import type { EdgeName } from "./edges.js";

/** What each edge is expected to answer to a case; "" where it cannot be asked. */
export type Expected = Readonly<Record<EdgeName, string>>;

/** What differs from a whole row. */
export type Otherwise = Partial<Expected>;

/** Edges that take a file have no ids, AcousticBrainz has no names, and the command line has no keys. */
export const NO_IDS = { "file as body": "", "file in form": "" } as const;
export const NO_NAMES = { AcousticBrainz: "" } as const;
export const NO_KEYS = { "command line": "" } as const;
const NO_HTTP = { "GraphQL, WebSocket": "", "command line": "" } as const;

/** Where every edge that can be asked finds the track. */
export const FOUND: Expected = {
  REST: "found",
  "REST, literal": "found",
  "GraphQL, HTTP": "found",
  "GraphQL, WebSocket": "found",
  "GraphQL, events": "found",
  MCP: "found",
  "file as body": "found",
  "file in form": "found",
  Subsonic: "found",
  Spotify: "found",
  AcousticBrainz: "found",
  AudioMuse: "found",
  "command line": "found",
};

/** Where a name or an id is refused. */
export const INVALID: Expected = {
  REST: "400 INVALID_INPUT",
  "REST, literal": "400 INVALID_INPUT",
  "GraphQL, HTTP": "INVALID_INPUT",
  "GraphQL, WebSocket": "INVALID_INPUT",
  "GraphQL, events": "INVALID_INPUT",
  MCP: "INVALID_INPUT",
  "file as body": "400 INVALID_INPUT",
  "file in form": "400 INVALID_INPUT",
  Subsonic: "200 error 0",
  Spotify: "400",
  AcousticBrainz: "400",
  AudioMuse: "400",
  "command line": "exit 2 INVALID_INPUT",
};

/** Where no track has an id. */
export const NOT_FOUND: Expected = {
  REST: "404 TRACK_NOT_FOUND",
  "REST, literal": "404 TRACK_NOT_FOUND",
  "GraphQL, HTTP": "TRACK_NOT_FOUND",
  "GraphQL, WebSocket": "TRACK_NOT_FOUND",
  "GraphQL, events": "TRACK_NOT_FOUND",
  MCP: "TRACK_NOT_FOUND",
  Subsonic: "200 error 70",
  Spotify: "404",
  AcousticBrainz: "404",
  AudioMuse: "404",
  "command line": "exit 1 TRACK_NOT_FOUND",
  ...NO_IDS,
};

/** Where a caller is not known. */
export const UNAUTHENTICATED: Expected = {
  REST: "401 UNAUTHENTICATED",
  "REST, literal": "401 UNAUTHENTICATED",
  "GraphQL, HTTP": "401 UNAUTHENTICATED",
  "GraphQL, WebSocket": "UNAUTHENTICATED",
  "GraphQL, events": "401",
  MCP: "401",
  "file as body": "401 UNAUTHENTICATED",
  "file in form": "401 UNAUTHENTICATED",
  Subsonic: "200 error 44",
  Spotify: "401",
  AcousticBrainz: "401",
  AudioMuse: "401",
  ...NO_KEYS,
};

/** Where a caller may not read. */
export const NO_READER: Expected = {
  REST: "403 FORBIDDEN",
  "REST, literal": "403 FORBIDDEN",
  "GraphQL, HTTP": "403 FORBIDDEN",
  "GraphQL, WebSocket": "FORBIDDEN",
  "GraphQL, events": "403",
  MCP: "403",
  "file as body": "found",
  "file in form": "found",
  Subsonic: "200 error 50",
  Spotify: "403",
  AcousticBrainz: "403",
  AudioMuse: "403",
  ...NO_KEYS,
};

/** Where a request of HTTP has a path that is not served. */
export const NO_PATH: Expected = {
  REST: "404 NOT_FOUND",
  "REST, literal": "404 NOT_FOUND",
  "GraphQL, HTTP": "404 NOT_FOUND",
  "GraphQL, events": "404 NOT_FOUND",
  MCP: "404 NOT_FOUND",
  "file as body": "404 NOT_FOUND",
  "file in form": "404 NOT_FOUND",
  Subsonic: "404 NOT_FOUND",
  Spotify: "404",
  AcousticBrainz: "404",
  AudioMuse: "404",
  ...NO_HTTP,
};

/** Where a request of HTTP has a method that its path does not take. */
export const NO_METHOD: Expected = {
  REST: "405 METHOD_NOT_ALLOWED",
  "REST, literal": "405 METHOD_NOT_ALLOWED",
  "GraphQL, HTTP": "405 METHOD_NOT_ALLOWED",
  "GraphQL, events": "405 METHOD_NOT_ALLOWED",
  MCP: "405 METHOD_NOT_ALLOWED",
  "file as body": "405 METHOD_NOT_ALLOWED",
  "file in form": "405 METHOD_NOT_ALLOWED",
  Subsonic: "405 METHOD_NOT_ALLOWED",
  Spotify: "405",
  AcousticBrainz: "405",
  AudioMuse: "405",
  ...NO_HTTP,
};

/** Where a body or message is too large, or the path takes none. */
export const TOO_LARGE: Expected = {
  REST: "405 METHOD_NOT_ALLOWED",
  "REST, literal": "405 METHOD_NOT_ALLOWED",
  "GraphQL, HTTP": "413 PAYLOAD_TOO_LARGE",
  "GraphQL, WebSocket": "closed 1009",
  "GraphQL, events": "413 PAYLOAD_TOO_LARGE",
  MCP: "413 PAYLOAD_TOO_LARGE",
  "file as body": "413 PAYLOAD_TOO_LARGE",
  "file in form": "413 PAYLOAD_TOO_LARGE",
  Subsonic: "405 METHOD_NOT_ALLOWED",
  Spotify: "405",
  AcousticBrainz: "405",
  AudioMuse: "405",
  "command line": "",
};

/** Where a page of another site asks whether it may send a request of HTTP. */
export const ALLOWED: Expected = {
  REST: "allowed",
  "REST, literal": "allowed",
  "GraphQL, HTTP": "allowed",
  "GraphQL, events": "allowed",
  MCP: "allowed",
  "file as body": "allowed",
  "file in form": "allowed",
  Subsonic: "allowed",
  Spotify: "allowed",
  AcousticBrainz: "allowed",
  AudioMuse: "allowed",
  ...NO_HTTP,
};

/** Where only a form can be asked: it alone has names of files. */
export const FOUND_IN_FORM: Expected = {
  REST: "",
  "REST, literal": "",
  "GraphQL, HTTP": "",
  "GraphQL, WebSocket": "",
  "GraphQL, events": "",
  MCP: "",
  "file as body": "",
  "file in form": "found",
  Subsonic: "",
  Spotify: "",
  AcousticBrainz: "",
  AudioMuse: "",
  "command line": "",
};
