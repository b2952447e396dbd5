import type { RowTrack } from "../../../src/domain/list-import/listed-row.js";
import type { RandomChoices } from "../../faults/fuzzing/random-choices.js";
import type { MadeUpTrack } from "./made-up-library.js";

/** How a program, or the person who uses it, writes a track. */
export type Spelling = (track: MadeUpTrack, random: RandomChoices) => RowTrack;

const withGuests = ({ title, guests, version }: MadeUpTrack): string =>
  `${title}${guests.length > 0 ? ` (feat. ${guests.join(", ")})` : ""}${version}`;

/** Lengths as other catalogues have them: within two seconds. */
const length = (track: MadeUpTrack, random: RandomChoices): number =>
  track.durationMs + random.below(4_000) - 2_000;

const plain: Spelling = (track, random) => ({
  artist: [track.artist, ...track.guests].join(", "),
  title: withGuests(track),
  album: track.album,
  durationMs: length(track, random),
});

const dashed = (version: string): string => version.replace(/^ \((.*)\)$/u, " - $1");

/** Misspells a text: a letter is left out, doubled, swapped with the next one, or another one. */
function misspelt(text: string, random: RandomChoices): string {
  const letters = [...text];
  const at = 1 + random.below(letters.length - 2);
  const letter = letters[at] ?? "";
  switch (random.below(4)) {
    case 0:
      letters.splice(at, 1);
      break;
    case 1:
      letters.splice(at, 0, letter);
      break;
    case 2:
      letters.splice(at, 2, letters[at + 1] ?? "", letter);
      break;
    default:
      letters[at] = random.oneOf([..."aeiounrst"]);
  }
  return letters.join("");
}

const without = <Name extends keyof RowTrack>(
  track: RowTrack,
  ...names: readonly Name[]
): RowTrack =>
  Object.fromEntries(Object.entries(track).filter(([name]) => !names.some((one) => one === name)));

/** The spellings of rows, by what differs from the tags of a library. */
export const spellings: Readonly<Record<string, Spelling>> = {
  "as a streaming service has it": plain,
  "without a length": (track, random) => without(plain(track, random), "durationMs"),
  "without length and album": (track, random) =>
    without(plain(track, random), "durationMs", "album"),
  "remastered, behind a dash": (track, random) => ({
    ...plain(track, random),
    title: `${track.title}${dashed(track.version)} - ${1990 + random.below(30)} Remaster`,
  }),
  "version behind a dash": (track, random) => ({
    ...plain(track, random),
    title: `${track.title}${dashed(track.version)}`,
  }),
  "guests with the artist": (track, random) => ({
    ...plain(track, random),
    artist: [track.artist, ...track.guests].join(random.oneOf([" feat. ", " & ", "; ", " x "])),
    title: track.title + track.version,
  }),
  "first artist alone": (track, random) => ({
    ...plain(track, random),
    artist: track.artist.split(/ [&+] /u)[0] ?? "",
    title: track.title + track.version,
  }),
  "upper case without marks": (track, random) => ({
    ...plain(track, random),
    artist: track.artist.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase(),
    title: withGuests(track).normalize("NFD").replace(/\p{M}/gu, "").toUpperCase(),
  }),
  "article moved": (track, random) => ({
    ...plain(track, random),
    artist: track.artist.startsWith("The ") ? `${track.artist.slice(4)}, The` : track.artist,
  }),
  "title misspelt": (track, random) => ({
    ...plain(track, random),
    title: misspelt(track.title, random) + track.version,
  }),
  "title misspelt, without a length": (track, random) => ({
    artist: track.artist,
    title: misspelt(track.title, random) + track.version,
  }),
  "artist misspelt": (track, random) => ({
    ...plain(track, random),
    artist: misspelt(track.artist, random),
  }),
  "artist and title in one": (track, random) => ({
    title: `${track.artist} - ${withGuests(track)}`,
    durationMs: length(track, random),
  }),
  "artist and title swapped": (track, random) => ({
    artist: track.title + track.version,
    title: track.artist,
    durationMs: length(track, random),
  }),
  "without an artist": (track, random) => without(plain(track, random), "artist"),
  "another album": (track, random) => ({ ...plain(track, random), album: "Summer Hits 2004" }),
  "ISRC and names": (track, random) => ({ ...plain(track, random), isrc: track.isrc }),
  "file elsewhere, names of its tags": (track, random) => ({
    ...plain(track, random),
    path: `D:\\Music\\${track.artist}\\${track.album}\\${track.title}${track.version}.mp3`,
  }),
};
