import type { NamedFile } from "./stage.js";

const spelt = (artist: string, track: string): NamedFile => ({ tagged: { artist, track } });

/** Files with names that programs have had trouble with, by what is difficult. */
export const namedFiles = {
  "plus signs": spelt("+44 & C+C", "1+1 (+/-)"),
  "letters apart from their marks": spelt(
    "Sigur Rós".normalize("NFD"),
    "Hoppípolla".normalize("NFD"),
  ),
  "controls of direction": {
    tagged: { artist: "\u202eanihC\u202c", track: "\u2067Money\u2069" },
    answered: { artist: "anihC", track: "Money" },
  },
  "control characters": {
    tagged: { artist: "Tab\tBand", track: "Line\nBreak\u001b" },
    answered: { artist: "Tab Band", track: "Line Break" },
  },
  "a title of 1,000 letters": spelt("Ludwig", `Symphony ${"long ".repeat(198)}x`),
  ß: spelt("Die Ärzte", "Weiße Straße"),
  "dotless and dotted i": spelt("IŞIN KARACA", "İstanbul ışığı"),
  "final sigma": spelt("ΣΊΣΥΦΟΣ", "Οδός Ονείρων"),
  "a slash": spelt("AC/DC", "T.N.T./Encore"),
  "quotation marks and a backslash": spelt('"Weird Al" Yankovic', 'Say "Hello" \\ World'),
  markup: spelt("<b>Bold</b>", "<script>alert(1)</script>"),
  pictures: spelt("💔🔥", "🎵"),
  "no width": spelt("Zero\u200bNone", "Wid\u00adth"),
  "signs of URLs": spelt("Crystal & Waters", "100% Pure; #1?"),
  "names of objects": spelt("__proto__", "constructor"),
  "full width": spelt("ＹＯＡＳＯＢＩ", "夜に駆ける"),
  "from right to left": spelt("נעמי שמר", "ירושלים של זהב"),
  "no letters": spelt("!!!", "()"),
  "several spaces": {
    tagged: { artist: "  Padded  Artist ", track: "No\u00a0Break  Spaces\u00a0" },
    answered: { artist: "Padded  Artist", track: "No\u00a0Break  Spaces" },
  },
  "words of a query": spelt("Artist: With Colon", "Track: year:1980"),
} as const satisfies Readonly<Record<string, NamedFile>>;

export type FileName = keyof typeof namedFiles;

export const fileNames = Object.keys(namedFiles) as readonly FileName[];
