import { hashOf } from "./changed-library.js";
import {
  differencesOf,
  type FileFacts,
  type FilesOfRecording,
  type LibraryFacts,
  type NameFacts,
  type ShownValues,
} from "./library-facts.js";
import { ListedRecordings, type Ask } from "./listed-recordings.js";

/** Values as answers in JSON have them. */
interface AnalysisJson extends Required<Omit<ShownValues, "durationMs" | "loudness">> {
  readonly recordingId: string;
  readonly artist: string;
  readonly trackName: string;
  readonly duration_ms: number;
}

const shownBy = (json: AnalysisJson): ShownValues => ({
  durationMs: json.duration_ms,
  tempo: json.tempo,
  key: json.key,
  mode: json.mode,
  timeSignature: json.timeSignature,
  energy: json.energy,
  valence: json.valence,
});

/** Returns the data of an answer in JSON; `undefined` of a failure. */
async function dataOf<Data>(response: Promise<Response>): Promise<Data | undefined> {
  const { data } = (await (await response).json()) as { readonly data: Data | null };
  return data ?? undefined;
}

/** Compares our own answers in JSON. */
export async function mistakesOfRest(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const recordings = [...facts.recordings.values()];
  const names = [...facts.names.values()];
  const all = await Promise.all([
    mistakesOfList(ask, facts),
    mistakesOfBatch(ask, facts),
    mistakesOfStatus(ask, facts),
    ...recordings.map((files) => mistakesOfRecording(ask, files)),
    ...recordings.map((files) => mistakesOfSimilar(ask, facts, files)),
    ...names.map((name) => mistakesOfName(ask, name)),
  ]);
  return all.flat();
}

async function mistakesOfList(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const rows = await dataOf<readonly AnalysisJson[]>(ask("/api/audio/tracks?limit=100"));
  const listed = new ListedRecordings("/tracks", facts);
  for (const row of rows ?? []) {
    const [first] = listed.count(row.recordingId);
    if (first) listed.mistakes.push(...mistakesOfRow("/tracks", row, first));
  }
  return listed.finish();
}

/** Compares values and names of a row with those of the first file of its recording. */
function mistakesOfRow(what: string, row: AnalysisJson, first: FileFacts): readonly string[] {
  const wrong = differencesOf(shownBy(row), first);
  const named = `${row.artist} - ${row.trackName}`;
  const name = `${first.artist} - ${first.trackName}`;
  return [
    ...(wrong === undefined ? [] : [`${what} has ${wrong} of ${row.recordingId}.`]),
    ...(named === name ? [] : [`${what} calls ${row.recordingId} "${named}", not "${name}".`]),
  ];
}

async function mistakesOfRecording(ask: Ask, files: FilesOfRecording): Promise<readonly string[]> {
  const [first] = files;
  const id = first.analysis.recordingId;
  const mistakes: string[] = [];
  const [recording, found, analysis, audio] = await Promise.all([
    dataOf<RecordingJson>(ask(`/api/audio/recordings/${id}`)),
    dataOf<TracksJson>(ask(`/api/audio/tracks/${id}`)),
    dataOf<AnalysisJson>(ask(`/api/audio/analysis/${id}`)),
    ask(`/api/audio/tracks/${id}/audio`),
  ]);
  if (!recording) mistakes.push(`/recordings/${id} answers nothing.`);
  else {
    mistakes.push(
      ...mistakesOfRow("/recordings", { ...recording.analysis, recordingId: id }, first),
    );
    const paths = recording.files.map(({ path }) => path).sort();
    const expected = files.map(({ path }) => path);
    if (paths.join() !== expected.join()) {
      mistakes.push(`/recordings/${id} has the files ${paths.join()}, not ${expected.join()}.`);
    }
    for (const file of files) {
      const shown = recording.files.find(({ path }) => path === file.path);
      if (shown?.trackName !== file.taggedName)
        mistakes.push(`/recordings/${id} calls ${file.path} "${shown?.trackName}".`);
      for (const key of [file.trackKey, file.taggedKey]) {
        if (!recording.names.some(({ trackKey }) => trackKey === key))
          mistakes.push(`/recordings/${id} has not the name of ${file.path}, ${key}.`);
      }
    }
    if (!recording.isVerified) mistakes.push(`${id} is unverified.`);
  }
  const [track, ...others] = found?.tracks ?? [];
  if (!track || others.length > 0) mistakes.push(`/tracks/${id} has ${others.length + 1} tracks.`);
  else {
    const file = files.find(({ path }) => path === track.path);
    if (!file) mistakes.push(`/tracks/${id} has the path ${track.path}.`);
    const wrong = differencesOf({ durationMs: track.duration_ms }, first);
    if (wrong !== undefined) mistakes.push(`/tracks/${id} has ${wrong}.`);
    if (track.recordingId !== id) mistakes.push(`/tracks/${id} is of ${track.recordingId}.`);
  }
  if (!analysis) mistakes.push(`/analysis/${id} answers nothing.`);
  else mistakes.push(...mistakesOfRow("/analysis", { ...analysis, recordingId: id }, first));
  const heard = hashOf(new Uint8Array(await audio.arrayBuffer()));
  if (!files.some(({ hash }) => hash === heard)) {
    mistakes.push(`/tracks/${id}/audio plays other bytes (${audio.status}).`);
  }
  return mistakes;
}

interface RecordingJson {
  readonly isVerified: boolean;
  readonly names: readonly { readonly trackKey: string }[];
  readonly files: readonly { readonly path: string; readonly trackName: string }[];
  readonly analysis: AnalysisJson;
}

interface TracksJson {
  readonly tracks: readonly {
    readonly recordingId: string;
    readonly duration_ms: number;
    readonly path: string;
  }[];
}

/** What a name leads to is its preferred recording, wherever a key is taken. */
async function mistakesOfName(
  ask: Ask,
  { trackKey, trackName, preferred: files }: NameFacts,
): Promise<readonly string[]> {
  const [preferred] = files;
  const [analysis, found] = await Promise.all([
    ask(`/api/audio/analysis/${trackKey}`).then(
      async (response) => (await response.json()) as { data: AnalysisJson | null },
    ),
    dataOf<TracksJson>(ask(`/api/audio/tracks/${trackKey}`)),
  ]);
  const mistakes: string[] = [];
  if (!analysis.data) mistakes.push(`"${trackName}" has no analysis: ${JSON.stringify(analysis)}.`);
  else {
    const wrong = differencesOf(shownBy(analysis.data), preferred);
    if (wrong !== undefined) mistakes.push(`"${trackName}" answers ${wrong}.`);
  }
  const [track] = found?.tracks ?? [];
  const wrong = track && differencesOf({ durationMs: track.duration_ms }, preferred);
  if (!track) mistakes.push(`/tracks has nothing of "${trackName}".`);
  if (wrong !== undefined) mistakes.push(`/tracks of "${trackName}" has ${wrong}.`);
  if (!files.some(({ path }) => path === track?.path))
    mistakes.push(`/tracks of "${trackName}" has the path ${track?.path}.`);
  return mistakes;
}

async function mistakesOfBatch(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const trackKeys = [...facts.recordings.keys(), ...facts.names.keys()];
  if (trackKeys.length === 0) return [];
  const answers = await dataOf<readonly BatchJson[]>(
    ask("/api/audio/analysis/batch", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ trackKeys }),
    }),
  );
  return trackKeys.flatMap((trackKey, index) => {
    const [expected] = facts.names.get(trackKey)?.preferred ?? facts.recordings.get(trackKey) ?? [];
    const data = answers?.[index]?.analysis;
    if (!data) return [`The batch has nothing of ${trackKey}.`];
    const wrong = expected && differencesOf(shownBy(data), expected);
    return wrong === undefined ? [] : [`The batch has ${wrong} of ${trackKey}.`];
  });
}

interface BatchJson {
  readonly analysis: AnalysisJson | null;
}

async function mistakesOfStatus(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const status = await dataOf<{
    readonly files: number;
    readonly tracks: number;
    readonly analysed: number;
    readonly waiting: number;
  }>(ask("/api/audio/library"));
  const mistakes: string[] = [];
  if (status?.waiting !== 0) mistakes.push(`${status?.waiting} files wait.`);
  if (status?.analysed !== facts.recordings.size)
    mistakes.push(`${status?.analysed} of ${facts.recordings.size} recordings are analysed.`);
  return mistakes;
}

/** Each track that sounds alike is one of the library, and its values are those of its recording. */
async function mistakesOfSimilar(
  ask: Ask,
  facts: LibraryFacts,
  [file]: FilesOfRecording,
): Promise<readonly string[]> {
  const id = file.analysis.recordingId;
  const similar = await dataOf<readonly SimilarJson[]>(
    ask(`/api/audio/tracks/${id}/similar?limit=50`),
  );
  if (!similar) return [`Nothing is said of what is similar to ${id}.`];
  return similar.flatMap(({ track, reasons }) => {
    const other = facts.recordings.get(track.recordingId)?.[0];
    const wrong = reasons.flatMap(({ field, value, otherValue }) => {
      if (field !== "tempo" && field !== "energy" && field !== "loudness") return [];
      const isRight =
        value === file.values[field] && (!other || otherValue === other.values[field]);
      return isRight ? [] : [`/similar of ${id} has the ${field} ${value}, ${otherValue}.`];
    });
    if (track.recordingId === id) wrong.push(`${id} is similar to itself.`);
    return wrong;
  });
}

interface SimilarJson {
  readonly track: { readonly recordingId: string; readonly trackName: string };
  readonly reasons: readonly {
    readonly field: string;
    readonly value: number;
    readonly otherValue: number;
  }[];
}
