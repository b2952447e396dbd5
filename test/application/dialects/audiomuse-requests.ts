import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { DescribedRequest } from "../described/described-request.js";
import { addHome } from "../described/music-server-exchanges.js";
import { analyseSongs } from "./subsonic-requests.js";

const dawn = trackKeyFrom("Sonia", "Dawn");
const noon = trackKeyFrom("Sonia", "Noon");
const unknownKey = "0123456789abcdef";

/** Requests of clients of AudioMuse-AI. */
export const audiomuseRequests: readonly DescribedRequest[] = [
  {
    ...{ operationId: "getAudiomuseSimilarTracks", status: 200 },
    path: `/api/similar_tracks?item_id=${dawn}`,
    given: analyseSongs,
  },
  {
    ...{ operationId: "getAudiomuseSimilarTracks", status: 200 },
    path: "/api/similar_tracks?title=Dawn&artist=Sonia&n=5&eliminate_duplicates=false",
  },
  {
    ...{ operationId: "getAudiomuseSimilarTracks", status: 400 },
    path: "/api/similar_tracks?server=none",
  },
  {
    ...{ operationId: "getAudiomuseSimilarTracks", status: 404 },
    path: `/api/similar_tracks?item_id=${unknownKey}`,
  },
  {
    ...{ operationId: "findAudiomusePath", status: 200 },
    path: `/api/find_path?start_song_id=${dawn}&end_song_id=${noon}&max_steps=5&path_space=audio`,
  },
  {
    ...{ operationId: "findAudiomusePath", status: 400 },
    path: `/api/find_path?start_song_id=${dawn}&server=none`,
  },
  {
    ...{ operationId: "findAudiomusePath", status: 404 },
    path: `/api/find_path?start_song_id=${dawn}&end_song_id=${unknownKey}`,
  },
  {
    ...{ operationId: "getAudiomuseSimilarArtists", status: 200 },
    path: "/api/similar_artists?artist=Pink+Floyd&n=5&include_component_matches=true",
    given: analyseSongs,
  },
  {
    ...{ operationId: "getAudiomuseSimilarArtists", status: 200 },
    path: "/api/similar_artists?artist_id=Sonia",
  },
  {
    ...{ operationId: "getAudiomuseSimilarArtists", status: 400 },
    path: "/api/similar_artists?artist=Sonia&server=none",
  },
  {
    ...{ operationId: "getAudiomuseSimilarArtists", status: 404 },
    path: "/api/similar_artists?artist=Nobody",
  },
  ...[
    ["searchAudiomuseTracks", "/api/search_tracks"],
    ["searchAudiomuseExternally", "/external/search"],
  ].flatMap(([operationId = "", path = ""]): readonly DescribedRequest[] => [
    { operationId, status: 200, path: `${path}?search_query=dawn&start=0&end=5` },
    { operationId, status: 200, path: `${path}?title=Dawn&artist=Sonia` },
    { operationId, status: 400, path: `${path}?title=Dawn&server=none` },
  ]),
  ...[
    ["getAudiomuseTrack", "/api/track?item_id"],
    ["getAudiomuseScore", "/external/get_score?id"],
    ["getAudiomuseEmbedding", "/external/get_embedding?id"],
  ].flatMap(([operationId = "", path = ""]): readonly DescribedRequest[] => [
    { operationId, status: 200, path: `${path}=${dawn}` },
    { operationId, status: 400, path: `${path}=${dawn}&server=none` },
    { operationId, status: 404, path: `${path}=${unknownKey}` },
  ]),
  // Last, because the server stays.
  ...[
    ["getAudiomuseSimilarTracks", `/api/similar_tracks?item_id=${dawn}`],
    ["findAudiomusePath", `/api/find_path?start_song_id=${dawn}&end_song_id=${noon}`],
    ["searchAudiomuseTracks", "/api/search_tracks?search_query=dawn"],
    ["searchAudiomuseExternally", "/external/search?search_query=dawn"],
    ["getAudiomuseTrack", `/api/track?item_id=${dawn}`],
    ["getAudiomuseScore", `/external/get_score?id=${dawn}`],
    ["getAudiomuseEmbedding", `/external/get_embedding?id=${dawn}`],
  ].map(([operationId = "", path = ""]): DescribedRequest => ({
    ...{ operationId, status: 200, path: `${path}&server=home`, given: addHome },
  })),
  { operationId: "getAudiomuseTask", status: 200, path: "/api/active_tasks" },
  { operationId: "getAudiomuseHealth", status: 200, path: "/api/health" },
];
