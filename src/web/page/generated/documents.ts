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