import { searchedNames, searchedWords } from "../../../src/domain/catalogue/searched-words.js";

const finds = (text: string, artist: string, trackName = "Untitled"): boolean =>
  searchedWords(text).every((word) => searchedNames(artist, trackName).includes(word));

describe("searchedWords", () => {
  it.each([
    ["R.E.M.", ["rem"]],
    ["J.S. Bach", ["js", "bach"]],
    ["R. E. M.", ["r", "e", "m"]],
    ["S.F.Sorrow", ["sf sorrow"]],
    ["AC/DC", ["ac dc"]],
    ["06 - Cymbaline", ["06", "cymbaline"]],
    ["Lumen & the Tides", ["lumen", "the", "tides"]],
    ["🎵", ["🎵"]],
    ["♪ !!!", ["♪", "!!!"]],
    ["  ", []],
  ])("splits the query %s into %j", (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });

  it.each([
    ["R.E.M.", "R.E.M."],
    ["REM", "R.E.M."],
    ["r.e.m.", "REM"],
    ["Jay Z", "Jay-Z"],
    ["JAY-Z", "Jay Z"],
    ["p!nk", "P!nk"],
    ["!!!", "!!! (Chk Chk Chk)"],
    ["&", "Lumen & the Tides"],
    ["lumen tides", "Lumen & the Tides"],
    ["Lumen - Tides", "Lumen & the Tides"],
    ["🎵", "emoji 🎵"],
    ["emoji 🎵", "emoji 🎵"],
    ["❤", "I ❤️ You"],
    ["椎名 林檎", "椎名林檎"],
    ["untitled floyd", "Pink Floyd"],
  ])("finds with the query %s the text %s", (text, artist) => {
    expect(finds(text, artist)).toBe(true);
  });

  it.each([
    ["R.E.M.", "Lumen & the Tides"],
    ["P!nk", "Pink Floyd"],
    ["A-ha", "Haldis"],
    ["🎵", "emoji 🎸"],
    ["!!!", "Help!"],
  ])("does not find with the query %s the text %s", (text, artist) => {
    expect(finds(text, artist)).toBe(false);
  });
});
