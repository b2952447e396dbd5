import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionScope } from "../../src/domain/browser-session.js";
import { configFrom } from "../../src/config/config.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { openServer } from "../../src/server/server.js";
import { musicFolder } from "../adapters/library/music-folder.js";
import { taggedAiff, type Frames } from "../adapters/library/tagged-audio.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer, type FakeAnswer } from "../fakes/fake-analyzer.js";
import type { EmbeddedTagSource } from "../../src/adapters/library/tags/embedded-tag-reader.js";
import { InProcessTagReader, inProcessReaders } from "../fakes/in-process-readers.js";
import { visit, type Visit } from "./visit.js";

const NEVER = new AbortController().signal;

/** A track of a library for tests of views, with the values that were measured on it. */
export interface MeasuredPiece {
  readonly artist: string;
  readonly title: string;
  /** Frames of its tag beside those of its names. */
  readonly tags?: Frames;
  readonly values: FakeAnswer;
}

/** A server whose library has measured tracks. */
export interface MeasuredLibrary {
  readonly url: string;
  /** Sends an operation over GraphQL, and returns its data. */
  ask(query: string, variables?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Reads a path over REST, and returns its data. */
  read(path: string): Promise<unknown>;
  /** Uploads a piece, which no file of the library holds, and returns the id of its recording. */
  upload(piece: MeasuredPiece): Promise<string>;
  /** Opens a view as a reader whose key has these scopes. */
  open(
    browser: Parameters<typeof visit>[0],
    view: string,
    options?: Parameters<typeof visit>[2] & { readonly scopes?: readonly SessionScope[] },
  ): Promise<Visit>;
  close(): Promise<void>;
}

/** A library that the test lets be scanned. */
export interface UnscannedLibrary extends MeasuredLibrary {
  /** Scans the library. */
  scan(): Promise<unknown>;
  /** Analyses its pieces by an analyzer that returns their values, and compares them. */
  analyse(): Promise<void>;
}

/** Opens a server, and analyses the pieces of its library by an analyzer that returns their values. */
export async function openMeasuredLibrary(
  pieces: readonly MeasuredPiece[],
  settings: Readonly<Record<string, string>> = {},
): Promise<MeasuredLibrary> {
  const library = await openUnscannedLibrary(pieces, new InProcessTagReader(), settings);
  await library.scan();
  await library.analyse();
  return library;
}

/** Opens a server whose library was not scanned yet. */
export async function openUnscannedLibrary(
  pieces: readonly MeasuredPiece[],
  embedded: EmbeddedTagSource = new InProcessTagReader(),
  more: Readonly<Record<string, string>> = {},
): Promise<UnscannedLibrary> {
  const analyzer = new FakeAnalyzer();
  const data = await mkdtemp(join(tmpdir(), "overtone-measured-"));
  const files = pieces.map(({ artist, title, tags }, place) => [
    `${String(place)}.aiff`,
    taggedAiff({ TPE1: artist, TIT2: title, ...tags }, undefined, place),
  ]);
  const folder = await musicFolder(Object.fromEntries(files) as Record<string, Uint8Array>);
  const settings = { ...offline, ...more, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
  const server = await openServer(
    configFrom({ ...settings, LIBRARY_DIRS: folder, RATE_LIMIT_PER_SECOND: "100000" }),
    { analyzer, ...inProcessReaders(), embedded },
  );
  const { access, sessions } = server.services;
  const { token } = await access.issue({ name: "measured", scopes: ["read", "write", "admin"] });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return {
    url: server.url,
    scan: () => server.services.library.scanAll(),
    analyse: async () => {
      for (const { artist, title, values } of pieces) {
        analyzer.answerWith(values);
        await fetch(`${server.url}/api/audio/analysis/${trackKeyFrom(artist, title)}`, { headers });
      }
      await server.services.performanceLinking.finish(NEVER, () => undefined);
    },
    ask: async (query, variables = {}) => {
      const body = JSON.stringify({ query, variables });
      const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body });
      return ((await response.json()) as { data: Readonly<Record<string, unknown>> }).data;
    },
    read: async (path) => {
      const response = await fetch(`${server.url}/api/audio/${path}`, { headers });
      return ((await response.json()) as { data: unknown }).data;
    },
    upload: async ({ artist, title, values }) => {
      analyzer.answerWith(values);
      const query = new URLSearchParams({ artist, track: title });
      const answer = await fetch(`${server.url}/api/audio/analysis?${query.toString()}`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "audio/aiff" },
        body: Uint8Array.from(taggedAiff({}, undefined, pieces.length)),
      });
      const { recording } = (await answer.json()) as { recording: { recordingId: string } };
      return recording.recordingId;
    },
    open: async (browser, view, { scopes, ...options } = {}) => {
      const link = await sessions.issueLink(scopes ?? ["read", "write"]);
      const visited = await visit(browser, `${server.url}/#session=${link}`, options);
      await visited.page.goto(`${server.url}/#/${view}`);
      return visited;
    },
    close: async () => {
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
