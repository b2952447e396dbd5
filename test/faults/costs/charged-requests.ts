/** What is charged to its key, by the operations of REST and the fields of GraphQL: what reads the whole library. */
export const CHARGED: readonly string[] = [
  "query changes",
  "query duplicates",
  "query facets",
  "query find",
  "query mixPath",
  "query continueFrom",
  "query soundsLike",
  "query moods",
  "query playlist",
  "query searchLibrary",
  "query trackColumns",
  "query tracks",
  "mutation copyPlaylist",
  "mutation editPlaylist",
  "mutation savePlaylist",
  "mutation undoPlaylist",
  "getAnalyses",
  "listTracks",
  "listMoods",
  "countFacets",
  "listDuplicates",
  "listChanges",
  "searchTracks",
  "findTracks",
  "getSimilarTracks",
  "getMixPath",
  "continueFrom",
  "getPlaylistRows",
  "getPlaylistTracks",
  "editPlaylist",
  "copyPlaylist",
  "undoPlaylist",
  "reviewPlaylistImport",
  "getSonicSimilarTracks",
  "findSonicPath",
  "getAudiomuseSimilarTracks",
  "findAudiomusePath",
  "getAudiomuseSimilarArtists",
  "searchAudiomuseTracks",
  "searchAudiomuseExternally",
  "getSpotifyRecommendations",
  "runGraphqlQuery",
  "streamGraphqlQuery",
];

/** Returns the operation of REST, or the field of GraphQL, of a request by its name. */
export const operationOf = (name: string): string =>
  /^(?:query|mutation|subscription) /.test(name) ? name : (name.split(" ")[0] ?? "");

/** Requests of these operations that need no time: no export, a search at providers, and changes of which each leaves less that can be changed. */
const LIGHT: readonly string[] = [
  "getAnalyses application/json",
  "searchTracks application/json",
  "editPlaylist application/json",
  "copyPlaylist application/json",
  "undoPlaylist application/json",
  "mutation copyPlaylist",
  "mutation editPlaylist",
  "mutation savePlaylist",
  "mutation undoPlaylist",
];

/** Returns whether a request, by its name, is charged each time that it is sent. */
export const isCharged = (name: string): boolean =>
  CHARGED.includes(operationOf(name)) && !LIGHT.includes(name);

/** Returns whether an answer says that the key has used its time. */
export const isRefused = ({ status, text }: { readonly status: number; readonly text: string }) =>
  status === 429 || text.includes("RATE_LIMITED");
