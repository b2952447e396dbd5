import type { TrackKey } from "../../../src/domain/track/track-key.js";
import type { Caller, Edge, EdgeAnswer, Names } from "./edge.js";
import type { Expected } from "./expected.js";
import { namedFiles, type FileName } from "./names.js";
import { answeredNames, type Stage } from "./stage.js";

type Asked = Promise<EdgeAnswer | undefined> | undefined;

/** Something that every edge is asked, and what each answers. */
export interface EdgeCase {
  readonly name: string;
  /** Asks an edge; returns `undefined` where it cannot be asked. */
  readonly ask: (edge: Edge, stage: Stage) => Asked;
  /** The names of the track that is asked for; absent where none is. */
  readonly found?: Names;
  /** The names that are sent, where they are others. */
  readonly sent?: Names;
  readonly expected: Expected;
}

/** Returns the answer of an edge as a cell of the table. */
export async function outcomeOf(edgeCase: EdgeCase, edge: Edge, stage: Stage): Promise<string> {
  const answer = await edgeCase.ask(edge, stage);
  if (answer === undefined || typeof answer === "string") return answer ?? "";
  if (isSame(answer, edgeCase.found)) return "found";
  return isSame(answer, edgeCase.sent) ? "as sent" : JSON.stringify(answer);
}

const isSame = (names: Names, others: Names | undefined): boolean =>
  names.artist === others?.artist && names.track === others.track;

/** Asks for a file by names. */
export const byNames = (
  name: string,
  file: FileName,
  expected: Expected,
  sent: Names = answeredNames(namedFiles[file]),
): EdgeCase => ({
  name,
  ask: (edge, { caller }) => edge.byNames?.(caller, sent),
  found: answeredNames(namedFiles[file]),
  sent,
  expected,
});

/** Asks for a file by an id. */
export const byId = (name: string, file: FileName, expected: Expected): EdgeCase => ({
  name,
  ask: (edge, { caller, idsOf }) => edge.byId?.(caller, idsOf(namedFiles[file])),
  found: answeredNames(namedFiles[file]),
  expected,
});

/** Asks by a text that is the id of no file, where an edge takes track keys, or ids of MusicBrainz. */
export const byOtherId = (
  name: string,
  sent: { readonly trackKey: string; readonly mbid: string },
  expected: Expected,
): EdgeCase => ({
  name,
  ask: (edge, { caller }) =>
    edge.byId?.(caller, { trackKey: sent.trackKey as TrackKey, mbid: sent.mbid }),
  expected,
});

/** Asks by names, or by an id where an edge takes no names, as another caller than the usual one. */
export const asCaller = (
  name: string,
  callerOf: (stage: Stage) => Caller | Promise<Caller>,
  expected: Expected,
): EdgeCase => {
  const file = namedFiles["a slash"];
  const found = answeredNames(file);
  return {
    name,
    ask: async (edge, stage) => {
      if (!edge.hasKeys) return undefined;
      const caller = await callerOf(stage);
      return edge.byNames?.(caller, found) ?? edge.byId?.(caller, stage.idsOf(file));
    },
    found,
    expected,
  };
};

/** Sends a file whose name has these bytes. */
export const byFileName = (
  name: string,
  sent: Buffer,
  found: Names,
  expected: Expected,
): EdgeCase => ({
  name,
  ask: (edge, { caller }) => edge.byFileName?.(caller, sent),
  found,
  expected,
});

/** Sends a request to the path of an edge over HTTP; `instead` is what an edge is asked in place of it. */
export const overHttp = (
  name: string,
  send: (caller: Caller, path: string) => Promise<EdgeAnswer>,
  expected: Expected,
  instead: EdgeCase["ask"] = () => undefined,
): EdgeCase => ({
  name,
  ask: (edge, stage) =>
    instead(edge, stage) ?? (edge.path === undefined ? undefined : send(stage.caller, edge.path)),
  expected,
});
