import type { ComparedTrack } from "../../../src/services/list-import/compared-tracks.js";
import { scoredLibraryPathOf } from "../../../src/services/list-import/compared-tracks.js";
import { comparedNamesOf } from "../../../src/domain/list-import/compared-track.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Isrc } from "../../../src/domain/track/track.js";
import type { RandomChoices } from "../../faults/fuzzing/random-choices.js";

/** A recording of the made-up world, whether a library has it or not. */
export interface MadeUpTrack {
  /** Equal for releases of one recording. */
  readonly recording: number;
  readonly artist: string;
  /** Guests, who stand in the tag of the artist or in the title. */
  readonly guests: readonly string[];
  readonly title: string;
  /** What is written behind the title, with its brackets; empty for the studio version. */
  readonly version: string;
  readonly album: string;
  readonly durationMs: number;
  readonly isrc: Isrc;
}

const FIRST = words(
  "Silver Broken Golden Midnight Paper Electric Hollow Crimson Lost Quiet Burning Velvet Frozen Distant Endless Wild Neon Heavy Little Blue",
);
const SECOND = words(
  "Heart Road River Sky Fire City Mirror Garden Train Summer Winter Light Shadow Dream Ocean Mountain Bird Letter Window House Dance Song Love Rain Moon Star",
);
const ODD = words(
  "Intro Outro Interlude Home Hello Stay Alive Forever Hold&On Déjà&Vu Ça&Va L'Été Über&Nacht Ljósið Пора さくら Señorita Don't&Go 99&Ways 24/7 (I'm)&Waiting Rock&+&Roll",
).map((title) => title.replaceAll("&", " "));
const BANDS = words(
  "Harbour Copper Lantern Orchard Static Marble Juniper Falcon Ember Cinder Willow Saffron Granite Meridian Thistle Cobalt Aurora Quartz Raven Sparrow",
);
const KINDS = words("Choir Wires Club Parade Society Engine Brothers Sisters Union Theory");
const PEOPLE = words(
  "Anna Björn Chloé Dmitri Elena Farid Greta Hugo Inés Jonas Kaori Luca Mira Noël",
);
const FAMILIES = words(
  "Sørensen Okafor Müller Vega Novák Tanaka Ó&Briain Silva Haddad Lindqvist",
).map((name) => name.replaceAll("&", " "));

function words(text: string): readonly string[] {
  return text.split(" ");
}

/** Makes an artist: a band, a person, two of them, or one with an article. */
function artistFrom(random: RandomChoices): string {
  const person = (): string => `${random.oneOf(PEOPLE)} ${random.oneOf(FAMILIES)}`;
  const band = (): string => `${random.oneOf(BANDS)} ${random.oneOf(KINDS)}`;
  switch (random.below(6)) {
    case 0:
      return `The ${band()}`;
    case 1:
      return `${person()} & the ${random.oneOf(KINDS)}`;
    case 2:
      return `${random.oneOf(PEOPLE)} + ${random.oneOf(PEOPLE)}`;
    case 3:
      return person();
    default:
      return band();
  }
}

/** Makes a title. Some hundred are shared by many artists, and some have numbers or parts. */
function titleFrom(random: RandomChoices): string {
  const plain = `${random.oneOf(FIRST)} ${random.oneOf(SECOND)}`;
  switch (random.below(10)) {
    case 0:
      return random.oneOf(ODD);
    case 1:
      return `${plain}, Pt. ${random.oneOf(["1", "2", "3", "I", "II"])}`;
    case 2:
      return `${random.oneOf(SECOND)} of ${random.oneOf(SECOND)} (${random.oneOf(FIRST)})`;
    case 3:
      return random.oneOf(SECOND);
    default:
      return plain;
  }
}

/** Makes recordings of an artist: studio versions, and for some of them live, acoustic, remixed and edited ones, and second releases. */
function tracksOfArtist(
  artist: string,
  random: RandomChoices,
  next: () => number,
): readonly MadeUpTrack[] {
  const titles = [...new Set(Array.from({ length: 10 }, () => titleFrom(random)))];
  const album = titleFrom(random);
  return titles.flatMap((title) => {
    const durationMs = 120_000 + random.below(240_000);
    const guests = random.isLikely(0.15) ? [artistFrom(random)] : [];
    const made = (version: string, length: number, on: string): MadeUpTrack => {
      const recording = next();
      const isrc = `DEMU1${String(recording).padStart(7, "0")}` as Isrc;
      return { recording, artist, guests, title, version, album: on, durationMs: length, isrc };
    };
    const studio = made("", durationMs, album);
    const others: MadeUpTrack[] = [];
    const longer = durationMs + 15_000 + random.below(60_000);
    if (random.isLikely(0.1)) others.push(made(" (Live)", longer, `${album} Live`));
    if (random.isLikely(0.04)) others.push(made(" (Acoustic)", durationMs - 20_000, album));
    if (random.isLikely(0.06)) {
      others.push(made(` (${random.oneOf(PEOPLE)} Remix)`, longer + 40_000, album));
    }
    if (random.isLikely(0.04)) others.push(made(" (Radio Edit)", durationMs - 35_000, "Singles"));
    if (random.isLikely(0.08)) others.push({ ...studio, album: "Greatest Hits" });
    return [studio, ...others];
  });
}

/** Makes a world of artists and their recordings; no two artists have one name. */
export function madeUpWorld(artists: number, random: RandomChoices): readonly MadeUpTrack[] {
  let recordings = 0;
  const names = new Set<string>();
  while (names.size < artists) names.add(artistFrom(random));
  return [...names].flatMap((artist) => tracksOfArtist(artist, random, () => (recordings += 1)));
}

/** A file of a library: how its tags have the names. */
export interface MadeUpFile {
  readonly track: MadeUpTrack;
  readonly compared: ComparedTrack;
}

/** Returns the files of a library, of which some are tagged badly. */
export function madeUpFile(track: MadeUpTrack, random: RandomChoices, number: number): MadeUpFile {
  const { artist, guests, title, version, album, durationMs, isrc, recording } = track;
  const isGuestInTitle = random.isLikely(0.5);
  const credit = guests.length > 0 ? ` feat. ${guests.join(" & ")}` : "";
  const tagged = {
    artist: isGuestInTitle ? artist : artist + credit,
    trackName: `${title}${isGuestInTitle && credit !== "" ? ` (${credit.trim()})` : ""}${version}`,
  };
  if (random.isLikely(0.02)) tagged.trackName = `${artist} - ${tagged.trackName}`;
  if (random.isLikely(0.03)) tagged.trackName += " (Remastered)";
  if (random.isLikely(0.01)) {
    [tagged.artist, tagged.trackName] = [tagged.trackName, tagged.artist];
  }
  const safe = (name: string): string => name.replaceAll("/", "_");
  const path = {
    folder: "/srv/music",
    relativePath: `${safe(artist)}/${safe(album)}/${String(1 + (number % 20)).padStart(2, "0")} ${safe(title + version)}.flac`,
  };
  const id = `rec:${(2 ** 40 + recording * 8 + (album === "Greatest Hits" ? 1 : 0)).toString(16).padStart(16, "0")}`;
  const trackKey = trackKeyFrom(tagged.artist, tagged.trackName);
  const recordingId = id as RecordingId;
  return {
    track,
    compared: {
      ref: recordingId,
      track: { ...tagged, album, durationMs, trackKey, recordingId, path },
      names: comparedNamesOf({ title: tagged.trackName, artist: tagged.artist, album }),
      isrc: random.isLikely(0.4) ? isrc : undefined,
      path: scoredLibraryPathOf(path),
      isPart: false,
    },
  };
}
