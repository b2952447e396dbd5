import { parseSimilarityWeights } from "../../../domain/catalogue/similarity.js";
import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { leadArtistOf } from "../../../domain/track/lead-artist.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import { refOf, type TrackRef } from "../../../domain/track/track-ref.js";
import {
  tracksOnServer,
  type NamedSongs,
} from "../../../services/music-servers/song-id-service.js";
import type { NearArtist } from "../../../services/similarity/similar-artists.js";
import { roundedToFourDecimals } from "../../../services/similarity/similarity-reasons.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type {
  audiomuseArtistShape,
  audiomusePathShape,
  audiomuseSimilarTrackShape,
} from "./audiomuse-answers.js";
import { artistWishOf, pathWishOf, serverOf, similarWishOf } from "./audiomuse-parameters.js";
import { toKeyParts, toTrackRow } from "./audiomuse-rows.js";
import { songNamed, songsNamed, type Asked } from "./audiomuse-songs.js";

/** The most tracks by one artist where an answer is spread, as many as AudioMuse has by default. */
const MAX_OF_ARTIST = 3;

/** So many times the tracks of an answer are compared where it is spread. */
const CHOICE = 5;

const WEIGHTS = parseSimilarityWeights();

type SimilarRow = JsonOf<typeof audiomuseSimilarTrackShape>;

/** Answers with the songs that sound like one, the closest first. */
export async function similarTrackRows(asked: Asked): Promise<readonly SimilarRow[]> {
  const { url, services, budget } = asked;
  const { song, count, isSpread } = similarWishOf(url);
  const { ref, server } = await songNamed(song, asked);
  const compared = isSpread ? CHOICE * count : count;
  const options = { filter: tracksOnServer(server), budget };
  const near = await services.similarity.findNearest(ref, compared, WEIGHTS, options);
  const rows: SimilarRow[] = [];
  const isWanted = isSpread ? fewByEachArtist() : () => true;
  // Names are read as far as they are needed: nearly always, the first ones are enough.
  for (let from = 0; from < near.length && rows.length < count; from += count) {
    const some = near.slice(from, from + count);
    const refs = some.map(({ recordingId }) => recordingId);
    const [tracks, labels] = await Promise.all([
      services.tracks.findMany(refs),
      services.songIds.idsOf(refs, server),
    ]);
    for (const [index, { recordingId, similarity }] of some.entries()) {
      const [track, label] = [tracks[index], labels.get(recordingId)];
      if (track === undefined || label === undefined || rows.length === count) continue;
      if (!isWanted(track.artist)) continue;
      rows.push({ ...toTrackRow(label.songId, track), distance: distanceOf(similarity) });
    }
  }
  return rows;
}

/** Returns a function that says whether one more song by an artist is wanted. */
function fewByEachArtist(): (artist: string) => boolean {
  const counts = new Map<string, number>();
  return (artist) => {
    const lead = leadArtistOf(artist);
    const count = (counts.get(lead) ?? 0) + 1;
    counts.set(lead, count);
    return count <= MAX_OF_ARTIST;
  };
}

/** Answers with a path from one song to another. */
export async function songPath(asked: Asked): Promise<JsonOf<typeof audiomusePathShape>> {
  const { url, services, budget } = asked;
  const { ends, length } = pathWishOf(url);
  const { refs, server } = await songsNamed(ends, asked);
  const [from, to] = refs as [TrackRef, TrackRef];
  if (from === to) {
    throw new InvalidInputError("end_song_id", 'must be another recording than "start_song_id"');
  }
  const filter = tracksOnServer(server);
  const { steps } = await services.mixPaths.create(from, to, length, { filter, budget });
  const along = steps.map(({ track }) => refOf(track));
  const labels = await services.songIds.idsOf(along, server);
  const similarities = await services.similarity.similaritiesAlong(along, WEIGHTS, budget);
  return {
    path: steps.flatMap(({ track, tempo, key, energy }, index) => {
      const label = labels.get(along[index] as TrackRef);
      if (label === undefined) return [];
      return [{ ...toTrackRow(label.songId, track), tempo, ...toKeyParts(key), energy }];
    }),
    total_distance: sumOf(similarities.map((similarity = 1) => distanceOf(similarity))),
  };
}

/** Answers with the artists whose songs sound like those of one, and where they are asked for, songs of both. */
export async function similarArtistRows(
  asked: Asked,
): Promise<readonly JsonOf<typeof audiomuseArtistShape>[]> {
  const { url, services, budget } = asked;
  const { count, hasSongs, ...wish } = artistWishOf(url);
  const { songIds, artistSimilarity } = services;
  const { artist, server } = await songIds.findArtist(wish.artist, { server: serverOf(url) });
  const options = { filter: tracksOnServer(server), budget };
  const near = await artistSimilarity.findSimilar(artist, count, WEIGHTS, options);
  const ofNear = near.flatMap(({ own }) => own);
  const labels = await songIds.idsOf(ofNear, server);
  const songsOf = hasSongs ? await songsOfAll(near, server, asked) : undefined;
  return near.map(({ artist: name, similarity, own, others }) => {
    const divergence = distanceOf(similarity);
    return {
      artist: name,
      artist_id: own.flatMap((id) => labels.get(id)?.artistId ?? [])[0] ?? null,
      divergence,
      ...(songsOf && {
        component_matches: [
          {
            distance: divergence,
            artist1_representative_songs: songsOf(others),
            artist2_representative_songs: songsOf(own),
          },
        ],
      }),
    };
  });
}

/** Returns a function that returns songs by their recordings, without those that a server does not have. */
async function songsOfAll(
  near: readonly NearArtist[],
  server: NamedSongs["server"],
  { services }: Pick<Asked, "services">,
) {
  const refs = [...new Set(near.flatMap(({ own, others }) => [...own, ...others]))];
  const [tracks, labels] = await Promise.all([
    services.tracks.findMany(refs),
    services.songIds.idsOf(refs, server),
  ]);
  const titles = new Map(refs.map((ref, index) => [ref, tracks[index]?.trackName]));
  return (ids: readonly RecordingId[]) =>
    ids.flatMap((id) => {
      const [label, title] = [labels.get(id), titles.get(id)];
      return label && title !== undefined ? [{ item_id: label.songId, title }] : [];
    });
}

/** Converts a similarity in [0, 1] to a distance of four decimals. */
const distanceOf = (similarity: number): number => roundedToFourDecimals(1 - similarity);

const sumOf = (distances: readonly number[]): number =>
  roundedToFourDecimals(distances.reduce((sum, distance) => sum + distance, 0));
