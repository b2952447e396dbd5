/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The state of an analysis that is not ready. */
export type AnalysisState =
  /** No request has started it. Start it with `compute: true` or `requestAnalysis`. */
  | 'NOT_REQUESTED'
  /** It is in progress. */
  | 'PROCESSING'
  /** It is waiting in the queue. */
  | 'QUEUED';

/** The method of an estimate. */
export type EstimateMethod =
  /** A formula of this project, documented in its source. */
  | 'HEURISTIC'
  /** A published method of signal processing. */
  | 'MEASURED'
  /** A model fitted to annotated music. */
  | 'MODEL';

export type SearchPageQueryVariables = Exact<{
  track: string;
  artist?: string | null | undefined;
  limit: number;
}>;


export type SearchPageQuery = { readonly search: { readonly unavailableProviders: ReadonlyArray<string>, readonly results: ReadonlyArray<{ readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly thumbnailUrl: string, readonly track: { readonly album: string | null, readonly durationMs: number | null }, readonly analysis:
        | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
        | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
        | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
       }> } };

export type StartAnalysisQueryVariables = Exact<{
  trackKey: string;
}>;


export type StartAnalysisQuery = { readonly analyses: ReadonlyArray<
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
  > };

export type FoundAnalysesSubscriptionVariables = Exact<{
  trackKeys: ReadonlyArray<string> | string;
}>;


export type FoundAnalysesSubscription = { readonly analysisUpdated:
    | { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string }
    | { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } }
   };

type FoundAnalysis_AnalysisFailed_Fragment = { readonly __typename: 'AnalysisFailed', readonly trackKey: string, readonly code: string, readonly message: string };

type FoundAnalysis_AnalysisPending_Fragment = { readonly __typename: 'AnalysisPending', readonly trackKey: string, readonly state: AnalysisState, readonly position: number | null };

type FoundAnalysis_TrackAnalysis_Fragment = { readonly __typename: 'TrackAnalysis', readonly trackKey: string, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly mood: { readonly happy: number | null, readonly sad: number | null, readonly relaxed: number | null, readonly aggressive: number | null } };

export type FoundAnalysisFragment =
  | FoundAnalysis_AnalysisFailed_Fragment
  | FoundAnalysis_AnalysisPending_Fragment
  | FoundAnalysis_TrackAnalysis_Fragment
;

export type TrackPageQueryVariables = Exact<{
  trackKey: string;
}>;


export type TrackPageQuery = { readonly track: { readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly album: string | null, readonly durationMs: number | null, readonly isrc: string | null, readonly thumbnailUrl: string, readonly tagged: { readonly tempo: number | null, readonly keyString: string | null } | null, readonly analysis:
      | { readonly __typename: 'AnalysisFailed', readonly code: string, readonly message: string, readonly isRetryable: boolean, readonly retryAfterSeconds: number }
      | { readonly __typename: 'AnalysisPending', readonly state: AnalysisState, readonly position: number | null }
      | { readonly __typename: 'TrackAnalysis', readonly analysisVersion: number, readonly analyzedAt: string, readonly source: string, readonly coveredSeconds: number, readonly durationMs: number, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null, readonly camelot: string | null, readonly openKey: string | null, readonly timeSignature: number | null, readonly details: ReadonlyArray<{ readonly field: string, readonly value: number | null, readonly confidence: number, readonly method: EstimateMethod }>, readonly tempoRivals: ReadonlyArray<{ readonly bpm: number, readonly confidence: number }>, readonly timeline: { readonly coveredSeconds: number, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly sections: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly label: string, readonly loudness: number | null, readonly energy: number | null, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null }>, readonly loudnessCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly energyCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly tempoCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly localKeys: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly key: number, readonly mode: number, readonly camelot: string, readonly confidence: number }> } | null }
     } | null };

export type DrawnTimelineFragment = { readonly coveredSeconds: number, readonly beats: ReadonlyArray<number>, readonly downbeats: ReadonlyArray<number>, readonly sections: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly label: string, readonly loudness: number | null, readonly energy: number | null, readonly tempo: number | null, readonly key: number | null, readonly mode: number | null }>, readonly loudnessCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly energyCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly tempoCurve: { readonly hopSeconds: number, readonly values: ReadonlyArray<number | null> }, readonly localKeys: ReadonlyArray<{ readonly startSeconds: number, readonly durationSeconds: number, readonly key: number, readonly mode: number, readonly camelot: string, readonly confidence: number }> };

export type TrackProgressSubscriptionVariables = Exact<{
  trackKeys: ReadonlyArray<string> | string;
}>;


export type TrackProgressSubscription = { readonly analysisUpdated:
    | { readonly __typename: 'AnalysisFailed' }
    | { readonly __typename: 'AnalysisPending', readonly state: AnalysisState, readonly position: number | null }
    | { readonly __typename: 'TrackAnalysis' }
   };

export type SimilarPageQueryVariables = Exact<{
  trackKey: string;
  first: number;
}>;


export type SimilarPageQuery = { readonly track: { readonly similar: ReadonlyArray<{ readonly similarity: number, readonly track: { readonly trackKey: string, readonly trackName: string, readonly artist: string, readonly thumbnailUrl: string }, readonly reasons: ReadonlyArray<{ readonly field: string, readonly value: number, readonly otherValue: number, readonly closeness: number }> }> | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const FoundAnalysisFragmentDoc = new TypedDocumentString(`
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    tempo
    key
    mode
    camelot
    mood {
      happy
      sad
      relaxed
      aggressive
    }
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}
    `, {"fragmentName":"FoundAnalysis"}) as unknown as TypedDocumentString<FoundAnalysisFragment, unknown>;
export const DrawnTimelineFragmentDoc = new TypedDocumentString(`
    fragment DrawnTimeline on Timeline {
  coveredSeconds
  beats
  downbeats
  sections {
    startSeconds
    durationSeconds
    label
    loudness
    energy
    tempo
    key
    mode
  }
  loudnessCurve {
    hopSeconds
    values
  }
  energyCurve {
    hopSeconds
    values
  }
  tempoCurve {
    hopSeconds
    values
  }
  localKeys {
    startSeconds
    durationSeconds
    key
    mode
    camelot
    confidence
  }
}
    `, {"fragmentName":"DrawnTimeline"}) as unknown as TypedDocumentString<DrawnTimelineFragment, unknown>;
export const SearchPageDocument = new TypedDocumentString(`
    query SearchPage($track: String!, $artist: String, $limit: Int!) {
  search(track: $track, artist: $artist, limit: $limit) {
    results {
      trackKey
      trackName
      artist
      thumbnailUrl
      track {
        album
        durationMs
      }
      analysis {
        ...FoundAnalysis
      }
    }
    unavailableProviders
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    tempo
    key
    mode
    camelot
    mood {
      happy
      sad
      relaxed
      aggressive
    }
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}`) as unknown as TypedDocumentString<SearchPageQuery, SearchPageQueryVariables>;
export const StartAnalysisDocument = new TypedDocumentString(`
    query StartAnalysis($trackKey: TrackKey!) {
  analyses(trackKeys: [$trackKey], compute: true, waitSeconds: 0) {
    ...FoundAnalysis
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    tempo
    key
    mode
    camelot
    mood {
      happy
      sad
      relaxed
      aggressive
    }
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}`) as unknown as TypedDocumentString<StartAnalysisQuery, StartAnalysisQueryVariables>;
export const FoundAnalysesDocument = new TypedDocumentString(`
    subscription FoundAnalyses($trackKeys: [TrackKey!]!) {
  analysisUpdated(trackKeys: $trackKeys) {
    ...FoundAnalysis
  }
}
    fragment FoundAnalysis on AnalysisResult {
  __typename
  ... on TrackAnalysis {
    trackKey
    tempo
    key
    mode
    camelot
    mood {
      happy
      sad
      relaxed
      aggressive
    }
  }
  ... on AnalysisPending {
    trackKey
    state
    position
  }
  ... on AnalysisFailed {
    trackKey
    code
    message
  }
}`) as unknown as TypedDocumentString<FoundAnalysesSubscription, FoundAnalysesSubscriptionVariables>;
export const TrackPageDocument = new TypedDocumentString(`
    query TrackPage($trackKey: TrackKey!) {
  track(trackKey: $trackKey) {
    trackKey
    trackName
    artist
    album
    durationMs
    isrc
    thumbnailUrl
    tagged {
      tempo
      keyString
    }
    analysis(compute: true, waitSeconds: 0) {
      __typename
      ... on TrackAnalysis {
        analysisVersion
        analyzedAt
        source
        coveredSeconds
        durationMs
        tempo
        key
        mode
        camelot
        openKey
        timeSignature
        details {
          field
          value
          confidence
          method
        }
        tempoRivals {
          bpm
          confidence
        }
        timeline {
          ...DrawnTimeline
        }
      }
      ... on AnalysisPending {
        state
        position
      }
      ... on AnalysisFailed {
        code
        message
        isRetryable
        retryAfterSeconds
      }
    }
  }
}
    fragment DrawnTimeline on Timeline {
  coveredSeconds
  beats
  downbeats
  sections {
    startSeconds
    durationSeconds
    label
    loudness
    energy
    tempo
    key
    mode
  }
  loudnessCurve {
    hopSeconds
    values
  }
  energyCurve {
    hopSeconds
    values
  }
  tempoCurve {
    hopSeconds
    values
  }
  localKeys {
    startSeconds
    durationSeconds
    key
    mode
    camelot
    confidence
  }
}`) as unknown as TypedDocumentString<TrackPageQuery, TrackPageQueryVariables>;
export const TrackProgressDocument = new TypedDocumentString(`
    subscription TrackProgress($trackKeys: [TrackKey!]!) {
  analysisUpdated(trackKeys: $trackKeys) {
    __typename
    ... on AnalysisPending {
      state
      position
    }
  }
}
    `) as unknown as TypedDocumentString<TrackProgressSubscription, TrackProgressSubscriptionVariables>;
export const SimilarPageDocument = new TypedDocumentString(`
    query SimilarPage($trackKey: TrackKey!, $first: Int!) {
  track(trackKey: $trackKey) {
    similar(first: $first) {
      similarity
      track {
        trackKey
        trackName
        artist
        thumbnailUrl
      }
      reasons {
        field
        value
        otherValue
        closeness
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SimilarPageQuery, SimilarPageQueryVariables>;