import { askGraphql } from "../../graphql/graphql-client.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

const similarTracks = `query ($trackKey: TrackKey!, $filter: TrackFilter, $first: Int = 10) {
  track(trackKey: $trackKey) { similar(first: $first, filter: $filter) { track { artist trackName } } }
}`;
const mixPath = `query (
  $from: TrackKey!, $to: TrackKey!, $length: Int, $filter: TrackFilter,
  $maxTempoChangePercent: Float, $artistSpacing: Int, $compatibleKeysOnly: Boolean, $excludedTracks: [TrackRef!]
) {
  mixPath(
    from: $from, to: $to, length: $length, filter: $filter, maxTempoChangePercent: $maxTempoChangePercent,
    artistSpacing: $artistSpacing, compatibleKeysOnly: $compatibleKeysOnly, excludedTracks: $excludedTracks
  ) {
    steps {
      track {
        artist trackName
        analysis { ... on TrackAnalysis { tempo key mode keyString camelot openKey energy } }
      }
      progress
      transition { tempoChangePercent keyRelation energyChange valenceChange arousalChange why }
    }
    unmet { rule asked found why }
  }
}`;

/** A step of a mix, as both edges have it. */
export interface MixStepSeen {
  readonly name: string;
  readonly artist: string;
  readonly values: object;
  readonly progress: number;
  readonly transition: {
    readonly tempoChangePercent: number | null;
    readonly keyRelation: string;
  } | null;
}

/** A rule that a mix breaks; its name is that of the parameter. */
interface UnmetSeen {
  readonly rule: string;
  readonly asked: number;
  readonly found: number | null;
  readonly why: string;
}

/** What a client gets: tracks, or the parameter that is wrong. */
interface Seen<Item> {
  readonly found: readonly Item[];
  readonly wrong: string | undefined;
}

/** A way to ask for similar tracks and mixes; conditions are named as in GraphQL. */
export interface SimilarityEdge {
  /** Returns the names of the tracks. */
  readonly similar: (trackKey: string, asked: object) => Promise<Seen<string>>;
  readonly mix: (
    asked: { readonly exclude?: readonly string[] } & Readonly<Record<string, unknown>>,
  ) => Promise<Seen<MixStepSeen> & { readonly unmet: readonly UnmetSeen[] }>;
}

interface Names {
  readonly artist: string;
  readonly trackName: string;
}
const nameOf = ({ artist, trackName }: Names): string => `${artist} ${trackName}`;

/** Asks over GraphQL. */
export function graphqlEdge(application: ApplicationUnderTest): SimilarityEdge {
  const ask = async <Data>(query: string, variables: Readonly<Record<string, unknown>>) => {
    type Variables = Record<string, unknown>;
    const answer = await askGraphql<Data | null, Variables>(application, query, variables);
    const { data, errors } = answer;
    const wrong = errors?.[0]?.extensions?.["parameter"] as string | undefined;
    return { data, wrong };
  };
  return {
    similar: async (trackKey, asked) => {
      type Data = { track: { similar: { track: Names }[] | null } };
      const { data, wrong } = await ask<Data>(similarTracks, { trackKey, ...asked });
      return { found: data?.track.similar?.map(({ track }) => nameOf(track)) ?? [], wrong };
    },
    mix: async ({ exclude, ...asked }) => {
      type Step = MixStepSeen & { track: Names & { analysis: object } };
      type Data = { mixPath: { steps: Step[]; unmet: UnmetSeen[] } | null };
      const excludedTracks = exclude?.map((key) => ({ key }));
      const { data, wrong } = await ask<Data>(mixPath, { ...asked, excludedTracks });
      const found = (data?.mixPath?.steps ?? []).map(({ track, progress, transition }) => ({
        ...{ name: nameOf(track), artist: track.artist, values: track.analysis, progress },
        transition: transition && {
          ...transition,
          keyRelation: transition.keyRelation.toLowerCase(),
        },
      }));
      const unmet = (data?.mixPath?.unmet ?? []).map(({ rule, ...seen }) => ({
        ...{ rule: parameterOf(rule), ...seen },
      }));
      return { found, wrong, unmet };
    },
  };
}

/** Returns the parameter of a rule: `ARTIST_SPACING` is `artistSpacing`. */
const parameterOf = (rule: string): string =>
  rule.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Asks over REST. */
export function restEdge(application: ApplicationUnderTest): SimilarityEdge {
  const ask = async <Data>(path: string, asked: object) => {
    const response = await application.get(`/api/audio/${path}?${queryOf(asked)}`);
    type Envelope = { data: Data | null; error?: { parameter: string } };
    const { data, error } = (await response.json()) as Envelope;
    return { data, wrong: error?.parameter };
  };
  return {
    similar: async (trackKey, { first, ...asked }: { first?: number }) => {
      type Data = { track: Names }[];
      const limited = first === undefined ? asked : { limit: first, ...asked };
      const { data, wrong } = await ask<Data>(`tracks/${trackKey}/similar`, limited);
      return { found: data?.map(({ track }) => nameOf(track)) ?? [], wrong };
    },
    mix: async (asked) => {
      type Data = {
        steps: (Omit<MixStepSeen, "values" | "name"> & { track: Names })[];
        unmet: UnmetSeen[];
      };
      const { data, wrong } = await ask<Data>("mix-path", asked);
      const found = (data?.steps ?? []).map(({ track, progress, transition, ...values }) => {
        return { name: nameOf(track), artist: track.artist, values, progress, transition };
      });
      return { found, wrong, unmet: data?.unmet ?? [] };
    },
  };
}

/** Returns conditions as a URL has them: `filter: { tempo: { gte: 5 } }` as `tempo.gte=5`. */
function queryOf({ filter = {}, ...others }: { readonly filter?: object }): string {
  const flat = (value: unknown, path: string): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [[path, value.join(",")]];
    if (typeof value === "object") {
      return Object.entries(value).flatMap(([name, member]) =>
        flat(member, path === "" ? name : `${path}.${name}`),
      );
    }
    return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  };
  return new URLSearchParams([...flat(others, ""), ...flat(filter, "")]).toString();
}
