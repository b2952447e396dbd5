import { differencesOf, type LibraryFacts } from "./library-facts.js";
import type { Ask } from "./listed-recordings.js";

/** Compares answers in the formats of Spotify and OpenSubsonic. */
export async function mistakesOfDialects(
  ask: Ask,
  facts: LibraryFacts,
): Promise<readonly string[]> {
  const expected = [
    ...[...facts.recordings].map(([id, [file]]) => ({ id, file, title: file.trackName })),
    ...[...facts.names].map(
      ([
        id,
        {
          preferred: [file],
          trackName: title,
        },
      ]) => ({ id, file, title }),
    ),
  ];
  const all = await Promise.all(
    expected.map(async ({ id, file, title }): Promise<readonly string[]> => {
      const [features, track, sonic] = await Promise.all([
        ask(`/v1/audio-features/${id}`).then((response) => response.json() as unknown),
        ask(`/v1/tracks/${id}`).then((response) => response.json() as unknown),
        ask(`/rest/getSonicSimilarTracks?id=${id}&f=json`).then((r) => r.json() as unknown),
      ]);
      const { tempo, key, energy, loudness, valence, duration_ms } = features as FeaturesJson;
      const shown = { tempo, energy, loudness, valence, durationMs: duration_ms };
      const wrong = differencesOf({ ...shown, key: key === -1 ? null : key }, file);
      const { name, duration_ms: length } = track as { name: string; duration_ms: number };
      const matches = (sonic as SonicJson)["subsonic-response"].sonicMatch;
      return [
        ...(wrong === undefined ? [] : [`/v1/audio-features has ${wrong} of ${id}.`]),
        ...(length === file.values.durationMs ? [] : [`/v1/tracks has ${length} ms of ${id}.`]),
        ...(name === title ? [] : [`/v1/tracks calls ${id} "${name}".`]),
        ...(matches ?? []).flatMap(({ entry }) => {
          const other = facts.recordings.get(entry.id)?.[0];
          if (!other) return [];
          const seconds = Math.round(other.values.durationMs! / 1_000);
          const isRight = entry.title === other.trackName && entry.duration === seconds;
          return isRight ? [] : [`OpenSubsonic calls ${entry.id} "${entry.title}".`];
        }),
        ...(matches === undefined ? [`OpenSubsonic knows nothing of ${id}.`] : []),
      ];
    }),
  );
  return all.flat();
}

interface FeaturesJson {
  readonly tempo: number | null;
  readonly key: number;
  readonly energy: number | null;
  readonly loudness: number | null;
  readonly valence: number | null;
  readonly duration_ms: number;
}

interface SonicJson {
  readonly "subsonic-response": {
    readonly sonicMatch?: readonly {
      readonly entry: { readonly id: string; readonly title: string; readonly duration: number };
    }[];
  };
}
