/** Returns the values of parameters in AudioMuse's format, by "operation name" or name: the most that each request takes. */
export const audiomuseValues = (
  [first, second]: readonly [string, string],
  artist: string,
): Readonly<Record<string, string>> => ({
  item_id: first,
  start_song_id: first,
  end_song_id: second,
  "getAudiomuseSimilarTracks item_id": first,
  "getAudiomuseSimilarTracks n": "200",
  "findAudiomusePath max_steps": "50",
  "getAudiomuseSimilarArtists artist": artist,
  "getAudiomuseSimilarArtists n": "100",
  "getAudiomuseSimilarArtists include_component_matches": "true",
  "searchAudiomuseTracks search_query": "a",
  "searchAudiomuseTracks end": "500",
  "searchAudiomuseExternally search_query": "a b c d e f g h i j k l m n o p",
});
