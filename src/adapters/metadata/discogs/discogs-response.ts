import { z } from "zod";
import type { TrackCandidate } from "../../../domain/track/track.js";
import { artworkAt, candidateOf } from "../candidate-parts.js";
import type { JudgeBody } from "../client/provider-outcome.js";
import { perhaps, presentText, readEntries } from "../reply-shapes.js";

const release = z.object({
  title: presentText,
  cover_image: perhaps(z.string()),
  thumb: perhaps(z.string()),
});

const reply = z.object({ results: z.unknown().optional() });

export const judgeDiscogs: JudgeBody = (body) =>
  releasesIn(body) === undefined
    ? { verdict: "unreadable", problem: "no list of releases" }
    : undefined;

/**
 * The tracks that a reply speaks of, which are few: it lists releases, `Artist - Release`, and does
 * not spell their tracks. Only a release that is named like the track, and by the artist where one
 * was asked for, names one: the single, or the album's title track. Of every other release we could
 * only repeat the words of the query, and that would be a track by a name that no one uses.
 */
export function discogsCandidates(
  body: unknown,
  asked: { readonly track: string; readonly artist?: string | undefined },
): TrackCandidate[] {
  return (releasesIn(body) ?? []).flatMap(({ title, cover_image, thumb }) => {
    const names = splitsOf(title).find(
      ({ artist, name }) =>
        isSame(name, asked.track) && (asked.artist === undefined || isSame(artist, asked.artist)),
    );
    if (names === undefined) return [];
    return candidateOf({
      provider: "discogs",
      trackName: names.name,
      artist: names.artist,
      artwork: artworkAt(...[cover_image, thumb].filter(isPicture)),
      album: names.name,
    });
  });
}

const releasesIn = (body: unknown): z.output<typeof release>[] | undefined =>
  readEntries(release, reply.safeParse(body).data?.results);

/** Every way to read `A - B - C` as an artist and the name of a release. */
function splitsOf(title: string): { readonly artist: string; readonly name: string }[] {
  const parts = title.split(" - ");
  return parts.slice(1).map((_part, i) => ({
    artist: withoutNumber(parts.slice(0, i + 1).join(" - ")),
    name: parts.slice(i + 1).join(" - "),
  }));
}

/** Namesakes carry a number, `Nirvana (2)`, and other spellings of a name an asterisk. */
const withoutNumber = (artist: string): string => artist.replace(/(?: \(\d+\)|\*)+$/, "");

const isSame = (one: string, other: string): boolean => comparable(one) === comparable(other);

/** Letters and digits, without marks and case; a name that has none stays as it is. */
function comparable(name: string): string {
  const bare = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]+/gu, "") || bare;
}

/** Discogs shows an empty or a drawn picture where it has none. */
const isPicture = (address: string | undefined): boolean =>
  address !== undefined && !/\/(?:spacer\.gif|default-[a-z]+\.png)$/.test(address);
