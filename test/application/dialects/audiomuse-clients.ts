/** A request as the source of a client makes it. */
export interface ClientRequest {
  /** The repository on GitHub. */
  readonly project: string;
  /** The file that makes it, and where it does. */
  readonly file: string;
  /** Its path and query, in the order in which the client writes them; `{SONG}`, `{OTHER}`, `{ARTIST_ID}`, `{ARTIST}` and `{TITLE}` stand for what it fills in. */
  readonly path: string;
  /** Its headers beside those of its library of HTTP; `{KEY}` stands for the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The members of the body that the client reads: of each item of a list, or of the object. */
  readonly reads: readonly string[];
  /** The member with the list, where the body is no list. */
  readonly list?: string;
}

const bearer = { authorization: "Bearer {KEY}" };

const navidrome = { project: "NeptuneHub/AudioMuse-AI-NV-plugin", headers: bearer };
const jellyfin = {
  project: "NeptuneHub/audiomuse-ai-plugin",
  headers: { authorization: "Bearer {KEY}" },
};
const lyrion = {
  project: "JameZUK/lyrion-audiomuseai-plugin",
  headers: { accept: "application/json", ...bearer },
};
const toJellyfin = { project: "Blutankalpha/AudioMuseToJellyfin", headers: bearer };

const service = "Jellyfin.Plugin.AudioMuseAi/Services/AudioMuseService.cs";

/** Requests of clients that were written for AudioMuse-AI, as their sources of 2026 make them. */
export const audiomuseClients: readonly ClientRequest[] = [
  {
    ...{ ...navidrome, file: "main.go, getAudioMuseSimilarTracks" },
    path: "/api/similar_tracks?eliminate_duplicates=true&item_id={SONG}&n=50&radius_similarity=true",
    reads: ["item_id", "title", "author", "album", "distance"],
  },
  {
    ...{ ...navidrome, file: "main.go, FindSonicPath" },
    path: "/api/find_path?count=25&end_song_id={OTHER}&max_steps=25&mood_pct=100&path_fix_size=false&start_song_id={SONG}",
    reads: ["item_id", "title", "author", "album"],
    list: "path",
  },
  {
    ...{ ...navidrome, file: "audiomuse_api.go, getSimilarArtists" },
    path: "/api/similar_artists?artist={ARTIST_ID}&include_component_matches=true&n=10",
    reads: ["artist", "artist_id", "component_matches"],
  },
  {
    ...{ ...jellyfin, file: `${service}, GetSimilarArtistsAsync` },
    path: "/api/similar_artists?n=10&artist={ARTIST}&include_component_matches=false",
    reads: ["artist", "artist_id", "divergence"],
  },
  {
    ...{ ...jellyfin, file: `${service}, GetSimilarTracksAsync, of an instant mix` },
    path: "/api/similar_tracks?n=199&item_id={SONG}",
    reads: ["item_id"],
  },
  {
    ...{ ...jellyfin, file: `${service}, GetSimilarTracksAsync, by names` },
    path: "/api/similar_tracks?n=10&title={TITLE}&artist={ARTIST}&eliminate_duplicates=false",
    reads: ["item_id", "title", "author"],
  },
  {
    ...{ ...jellyfin, file: `${service}, SearchTracksAsync` },
    path: "/api/search_tracks?title={TITLE}&artist={ARTIST}",
    reads: ["item_id", "title", "author"],
  },
  {
    ...{ ...jellyfin, file: `${service}, FindPathAsync` },
    path: "/api/find_path?start_song_id={SONG}&end_song_id={OTHER}&max_steps=8",
    reads: ["item_id", "title", "author"],
    list: "path",
  },
  {
    ...{ ...jellyfin, file: `${service}, GetActiveTasksAsync` },
    path: "/api/active_tasks",
    reads: [],
  },
  {
    ...{ ...lyrion, file: "AudioMuseAI/API.pm, ping" },
    path: "/api/health",
    reads: ["status"],
  },
  {
    ...{ ...lyrion, file: "AudioMuseAI/API.pm, similar_tracks" },
    path: "/api/similar_tracks?item_id={SONG}&n=20&eliminate_duplicates=true",
    reads: ["item_id", "title", "author"],
  },
  {
    ...{ ...lyrion, file: "AudioMuseAI/API.pm, search_tracks" },
    path: "/api/search_tracks?artist={ARTIST}",
    reads: ["item_id", "title", "author"],
  },
  {
    ...{ ...lyrion, file: "AudioMuseAI/API.pm, find_path" },
    path: "/api/find_path?start_song_id={SONG}&end_song_id={OTHER}&max_steps=10",
    reads: ["item_id", "title", "author"],
    list: "path",
  },
  {
    ...{ ...toJellyfin, file: "sync_audiomuse_to_jellyfin.py, by a server's name" },
    path: "/external/get_score?id={SONG}&server=home",
    reads: ["item_id", "tempo"],
  },
];
