import type { TrackKey } from "../../../src/domain/track/track-key.js";
import type { Services } from "../../../src/services/services.js";

/** An artist and a title. */
export interface Names {
  readonly artist: string;
  readonly track: string;
}

/** How a caller names an analysed track without its names. */
export interface StoredIds {
  readonly trackKey: TrackKey;
  readonly mbid: string;
}

/** Who asks an edge, and where. */
export interface Caller {
  readonly url: string;
  /** Its API key; `undefined` for none. */
  readonly token: string | undefined;
  /** The services of the same server, for the command line, which has no connection. */
  readonly services: Services;
}

/** What an edge answers: the names of the track, or how it refuses, such as "404 TRACK_NOT_FOUND". */
export type EdgeAnswer = Names | string;

/**
 * One way in which clients reach Overtone. What an edge cannot be asked is absent; the table then has an empty cell, which a
 * case expects.
 */
export interface Edge {
  /** Asks for an analysed track by its names. */
  readonly byNames?: (caller: Caller, names: Names) => Promise<EdgeAnswer>;
  /** Asks for an analysed track by an id. */
  readonly byId?: (caller: Caller, ids: StoredIds) => Promise<EdgeAnswer>;
  /** Sends a file without tags, and no names beside it. */
  readonly byFileName?: (caller: Caller, fileName: Uint8Array) => Promise<EdgeAnswer>;
  /** Whether a caller has an API key. */
  readonly hasKeys: boolean;
  /** The path of its requests over HTTP, below which it has no other. */
  readonly path?: string;
  /** Asks for something that the edge does not have; absent where a path of HTTP says it. */
  readonly unknown?: (caller: Caller) => Promise<EdgeAnswer>;
  /** Sends more than the edge takes; absent where a body of HTTP says it. */
  readonly tooMuch?: (caller: Caller) => Promise<EdgeAnswer>;
}
