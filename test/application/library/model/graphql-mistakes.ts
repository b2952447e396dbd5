import { portionsOf } from "../../../../src/adapters/storage/portions.js";
import {
  differencesOf,
  type FileFacts,
  type LibraryFacts,
  type NameFacts,
  type ShownValues,
} from "./library-facts.js";
import { ListedRecordings, type Ask } from "./listed-recordings.js";

const ANALYSIS = `... on TrackAnalysis { recordingId trackName durationMs tempo key mode timeSignature energy valence }`;

const TRACK = `recording { id } trackName artist durationMs path analysis { ${ANALYSIS} }`;

interface AnalysisNode extends Required<Omit<ShownValues, "loudness">> {
  readonly recordingId?: string;
  readonly trackName?: string;
}

interface TrackNode {
  readonly recording: { readonly id: string } | null;
  readonly trackName: string;
  readonly artist: string;
  readonly durationMs: number | null;
  readonly path: string | null;
  readonly analysis: AnalysisNode;
  readonly similar?: readonly { readonly track: TrackNode }[];
}

interface RecordingNode {
  readonly files: readonly {
    readonly path: string;
    readonly track: { readonly trackName: string };
  }[];
  readonly names: readonly { readonly trackKey: string }[];
  readonly analysis: AnalysisNode;
}

interface ColumnsNode {
  readonly count: number;
  readonly recordingIds: string;
  readonly columns: readonly { readonly values: string }[];
}

/** Recordings, and names, that one query asks for: it may select 400 fields. */
const ASKED_AT_ONCE = 4;

/** Compares tracks, recordings and columns of GraphQL. */
export async function mistakesOfGraphql(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const ids = portionsOf([...facts.recordings.keys()], ASKED_AT_ONCE);
  const names = portionsOf([...facts.names], ASKED_AT_ONCE);
  const all = await Promise.all([
    mistakesOfLists(ask, facts),
    ...ids.map((some) => mistakesOfIds(ask, facts, some)),
    ...names.map((some) => mistakesOfNames(ask, some)),
  ]);
  return all.flat();
}

/** Returns the data of a query, or what is wrong with it. */
async function answerOf(
  ask: Ask,
  fields: readonly string[],
): Promise<{ readonly data: Record<string, unknown> } | { readonly mistakes: readonly string[] }> {
  const response = await ask("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: `{ ${fields.join("\n")} }` }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: Record<string, unknown>;
    readonly errors?: unknown;
  };
  if (data && errors === undefined) return { data };
  return { mistakes: [`GraphQL fails: ${JSON.stringify(errors)}.`] };
}

async function mistakesOfLists(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const answer = await answerOf(ask, [
    `tracks(first: 60) { edges { node { ${TRACK} } } }`,
    "trackColumns(fields: [TEMPO, ENERGY]) { count recordingIds columns { values } }",
  ]);
  if ("mistakes" in answer) return answer.mistakes;
  const { tracks, trackColumns } = answer.data as {
    readonly tracks: { readonly edges: readonly { readonly node: TrackNode }[] };
    readonly trackColumns: ColumnsNode;
  };
  const listed = new ListedRecordings("tracks", facts);
  for (const { node } of tracks.edges) {
    const files = listed.count(node.recording?.id ?? "");
    listed.mistakes.push(...mistakesOfTrack("tracks", node, files));
  }
  return [...listed.finish(), ...mistakesOfColumns(trackColumns, facts)];
}

async function mistakesOfIds(
  ask: Ask,
  facts: LibraryFacts,
  ids: readonly string[],
): Promise<readonly string[]> {
  const answer = await answerOf(
    ask,
    ids.flatMap((id, n) => [
      `r${n}: recording(id: "${id}") { files { path track { trackName } } names { trackKey } analysis { ${ANALYSIS} } }`,
      `i${n}: track(by: { id: "${id}" }) { ${TRACK} similar(first: 6) { track { ${TRACK} } } }`,
    ]),
  );
  if ("mistakes" in answer) return answer.mistakes;
  return ids.flatMap((id, n) => {
    const recording = answer.data[`r${n}`] as RecordingNode | null;
    const node = answer.data[`i${n}`] as TrackNode | null;
    return [
      ...mistakesOfRecording(id, recording, facts),
      ...mistakesOfNode(id, node, facts.recordings.get(id)),
      ...(node?.similar ?? []).flatMap(({ track }) =>
        mistakesOfTrack("similar", track, facts.recordings.get(track.recording?.id ?? "") ?? []),
      ),
    ];
  });
}

async function mistakesOfNames(
  ask: Ask,
  names: readonly (readonly [key: string, NameFacts])[],
): Promise<readonly string[]> {
  const answer = await answerOf(
    ask,
    names.map(([key], n) => `t${n}: track(by: { key: "${key}" }) { ${TRACK} }`),
  );
  if ("mistakes" in answer) return answer.mistakes;
  return names.flatMap(([key, { preferred, trackName }], n) =>
    mistakesOfNode(key, answer.data[`t${n}`] as TrackNode | null, preferred, trackName),
  );
}

const shownBy = (node: AnalysisNode): ShownValues => {
  const { durationMs, tempo, key, mode, timeSignature, energy, valence } = node;
  return { durationMs, tempo, key, mode, timeSignature, energy, valence };
};

function mistakesOfNode(
  asked: string,
  node: TrackNode | null,
  files: readonly FileFacts[] | undefined,
  title?: string,
): readonly string[] {
  if (!node || !files) return [`GraphQL has no track of ${asked}.`];
  const id = node.recording?.id;
  return [
    ...(id === files[0]?.analysis.recordingId ? [] : [`track of ${asked} is of ${id}.`]),
    ...mistakesOfTrack(`track of ${asked}`, node, files, title),
  ];
}

/** @param title the title of what was asked for, where that is a name */
function mistakesOfTrack(
  what: string,
  { recording, trackName, durationMs, path, analysis }: TrackNode,
  files: readonly FileFacts[],
  title = files[0]?.trackName,
): readonly string[] {
  const [first] = files;
  if (!first) return [];
  const recordingId = recording?.id;
  const wrong = differencesOf({ ...shownBy(analysis), durationMs }, first);
  return [
    ...(wrong === undefined ? [] : [`${what} in GraphQL has ${wrong} of ${recordingId}.`]),
    ...(analysis.recordingId === recordingId ? [] : [`${what} has another analysis.`]),
    ...(trackName === title
      ? []
      : [`${what} in GraphQL calls ${recordingId} "${trackName}", not "${title}".`]),
    ...(files.some((file) => file.path === path)
      ? []
      : [`${what} in GraphQL has the path ${path}.`]),
  ];
}

function mistakesOfRecording(
  id: string,
  recording: RecordingNode | null,
  facts: LibraryFacts,
): readonly string[] {
  const files = facts.recordings.get(id);
  if (!recording || !files) return [`GraphQL has no recording ${id}.`];
  const wrong = differencesOf(shownBy(recording.analysis), files[0]);
  const shown = recording.files.map(({ path, track }) => `${path} ${track.trackName}`).sort();
  const expected = files.map(({ path, taggedName }) => `${path} ${taggedName}`);
  const keys = recording.names.map(({ trackKey }) => trackKey);
  return [
    ...(wrong === undefined ? [] : [`recording has ${wrong} of ${id}.`]),
    ...(shown.join() === expected.join() ? [] : [`recording ${id} has ${shown.join()}.`]),
    ...files
      .flatMap(({ trackKey, taggedKey }) => [trackKey, taggedKey])
      .flatMap((key) => (keys.includes(key) ? [] : [`recording ${id} has not the name ${key}.`])),
  ];
}

function mistakesOfColumns(node: ColumnsNode, facts: LibraryFacts): readonly string[] {
  const listed = new ListedRecordings("trackColumns", facts);
  const ids = Buffer.from(node.recordingIds, "base64");
  const [tempo, energy] = node.columns.map(({ values }) => Buffer.from(values, "base64"));
  for (let row = 0; row < node.count; row++) {
    const id = `rec:${ids.subarray(8 * row, 8 * row + 8).toString("hex")}`;
    const [first] = listed.count(id);
    if (!first) continue;
    for (const [field, column] of [
      ["tempo", tempo],
      ["energy", energy],
    ] as const) {
      const shown = column?.readFloatLE(4 * row) ?? NaN;
      const value = Math.fround(first.values[field] ?? NaN);
      if (!Object.is(shown, value)) {
        listed.mistakes.push(`trackColumns has the ${field} ${shown} of ${id}, not ${value}.`);
      }
    }
  }
  return listed.finish();
}
