import { foldText } from "../track/folded-text.js";
import { formsOf, listedWords } from "./word-forms.js";

/** A genre with its synonyms in English and German, and the genres that belong to it by other names, all between commas. */
interface GenreWords {
  readonly name: string;
  readonly words?: string;
  readonly includes?: string;
}

/**
 * Genres that people name otherwise than tags do, and families of genres. A genre of the library needs no row: its own name is
 * known, and so is the last part of its name, as "house" is of "Deep House", where that is a genre, too.
 */
const genreWords: readonly GenreWords[] = [
  {
    name: "Electronic",
    words: "electronic, electronica, edm, elektronisch, elektronik, elektro, electro, synthetic",
    includes:
      "House, Techno, Trance, Drum and Bass, Drum & Bass, Dubstep, Ambient, Breakbeat, Jungle, IDM, Synth-Pop, Synthwave, Downtempo, Electro, Electronica, EDM, Dance, Hardcore, Hardstyle, Trip-Hop, UK Garage, Chillwave, Vaporwave, Psytrance, Eurodance, Big Beat",
  },
  { name: "House" },
  { name: "Techno" },
  { name: "Trance", includes: "Psytrance" },
  {
    name: "Drum and Bass",
    words: "drum and bass, drum n bass, drum bass, drumnbass, dnb, d b",
    includes: "Drum & Bass, Drum'n'Bass, DnB, Jungle",
  },
  { name: "Dubstep" },
  { name: "Ambient" },
  { name: "Disco", words: "disco, diskomusik, diskothek" },
  { name: "Hip-Hop", words: "hip hop, hiphop, rap", includes: "HipHop, Hip Hop, Rap, Trap" },
  { name: "R&B", words: "r b, rnb, rhythm and blues", includes: "RnB, R and B, Rhythm and Blues" },
  { name: "Soul" },
  { name: "Funk" },
  { name: "Jazz", includes: "Bebop, Bossa Nova, Swing, Fusion, Ragtime, Big Band" },
  { name: "Swing" },
  { name: "Ragtime" },
  { name: "Blues" },
  { name: "Alternative", words: "alternative, alternative rock, alt rock" },
  {
    name: "Rock",
    includes: "Alternative, Punk, Metal, Grunge, Rock and Roll, Rock & Roll, Shoegaze, Britpop",
  },
  { name: "Punk", words: "punk, punk rock" },
  { name: "Metal", words: "metal, heavy metal" },
  { name: "Grunge" },
  { name: "Pop", words: "pop, popmusik", includes: "Synth-Pop, Schlager, Britpop, Chanson" },
  { name: "Schlager" },
  { name: "Country" },
  {
    name: "Folk",
    words: "folk, folklore, volksmusik",
    includes: "Volksmusik, Celtic, Singer-Songwriter",
  },
  { name: "Singer-Songwriter", words: "singer songwriter, liedermacher" },
  {
    name: "Classical",
    words: "classical, classic, klassik, klassisch, orchestral",
    includes: "Klassik, Baroque, Opera, Chamber Music, Symphony, Romantic",
  },
  { name: "Baroque", words: "baroque, barock" },
  { name: "Opera", words: "opera, oper" },
  { name: "Soundtrack", words: "soundtrack, film music, filmmusik, score", includes: "Score, OST" },
  { name: "Reggae", includes: "Dub, Ska, Dancehall" },
  { name: "Ska" },
  {
    name: "Latin",
    words: "latin, lateinamerikanisch",
    includes: "Salsa, Samba, Bossa Nova, Tango",
  },
  { name: "Bossa Nova" },
  { name: "Samba" },
  { name: "Salsa" },
  { name: "Tango" },
  { name: "Waltz", words: "waltz, walzer", includes: "Walzer" },
  { name: "March", words: "marching music, marschmusik" },
  { name: "Ballad", words: "ballad, ballade", includes: "Ballade" },
  { name: "Gospel" },
  { name: "World", words: "world music, weltmusik", includes: "World Music" },
  { name: "Children's Music", words: "kids, children, kinder, kinderlied, kindermusik" },
  { name: "Christmas", words: "christmas, weihnachten, weihnachtlich, weihnachtslied" },
];

/** Returns the genres of the tags that words mean, by the words in all forms; a genre that no track has stands for itself. */
export function genresByWords(
  libraryGenres: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const byEnding = genresByEnding(libraryGenres);
  const found = new Map<string, readonly string[]>();
  const rows: readonly GenreWords[] = [...genreWords, ...libraryGenres.map((name) => ({ name }))];
  for (const { name, words = name, includes = "" } of rows) {
    const meant = [name, ...listedWords(words), ...listedWords(includes)];
    const values = [...new Set(meant.flatMap((one) => byEnding.get(foldText(one)) ?? []))];
    for (const { folded } of listedWords(words).flatMap(formsOf)) {
      if (!found.has(folded)) found.set(folded, values.length > 0 ? values : [name]);
    }
  }
  return found;
}

/** Returns genres by their folded names, and by what their names end with: "deep house" and "house". */
function genresByEnding(genres: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const genre of genres) {
    const words = foldText(genre).split(" ");
    for (const first of words.keys()) {
      const ending = words.slice(first).join(" ");
      found.set(ending, [...(found.get(ending) ?? []), genre]);
    }
  }
  return found;
}
