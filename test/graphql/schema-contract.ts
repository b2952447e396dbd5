/** The part of the schema that clients depend on, in the schema definition language. */
export const contractSdl = `
  type Query {
    search(track: String!, artist: String, limit: Int = 30): SearchPayload!
    trackKey(artist: String!, track: String!): TrackKey!
    track(trackKey: TrackKey!): Track
    analysis(trackKey: TrackKey!, artist: String, track: String): AnalysisResult!
    analyses(trackKeys: [TrackKey!]!): [AnalysisResult!]!
    tracks(filter: TrackFilter, orderBy: TrackOrder, first: Int, after: String, last: Int, before: String): TrackConnection!
  }
  scalar TrackKey
  type SearchPayload { results: [SearchResult!]! unavailableProviders: [String!]! }
  type SearchResult {
    trackName: String! artist: String! thumbnailUrl: String! trackKey: TrackKey! matchScore: Float!
    analysis(compute: Boolean = false): AnalysisResult!
  }
  type Track { trackKey: TrackKey! trackName: String! artist: String! analysis(compute: Boolean = false): AnalysisResult! }
  union AnalysisResult = TrackAnalysis | AnalysisPending | AnalysisFailed
  type AnalysisPending { trackKey: TrackKey! state: AnalysisState! retryAfterSeconds: Int! }
  enum AnalysisState { NOT_REQUESTED QUEUED PROCESSING }
  type AnalysisFailed { trackKey: TrackKey! code: String! message: String! }
  type TrackAnalysis {
    trackKey: TrackKey! artist: String! trackName: String! durationMs: Int! tempo: Float key: Int keyString: String
    mode: Int timeSignature: Int energy: Float liveness: Float danceability: Float instrumentalness: Float
    speechiness: Float valence: Float arousal: Float approachability: Float engagement: Float mood: Mood!
    details: [Estimate!]!
  }
  type Mood { happy: Float sad: Float relaxed: Float aggressive: Float }
  type Estimate { field: String! value: Float confidence: Float! method: EstimateMethod! }
  enum EstimateMethod { MEASURED MODEL HEURISTIC }
  input TrackFilter { text: String }
  input TrackOrder { field: TrackOrderField! direction: OrderDirection! = ASC }
  enum TrackOrderField { TEMPO }
  enum OrderDirection { ASC DESC }
  type TrackConnection { edges: [TrackEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type TrackEdge { cursor: String! node: Track }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;
