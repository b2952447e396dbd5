import { tagsFromFileName, UNKNOWN_ARTIST } from "../../../src/adapters/library/file-name-tags.js";

describe("A file name without tags", () => {
  it.each([
    ["Pink Floyd - Money.flac", "Pink Floyd", "Money"],
    ["albums/1973/Pink Floyd - Money.flac", "Pink Floyd", "Money"],
    ["06 - Pink Floyd - Cymbaline.mp3", "Pink Floyd", "Cymbaline"],
    ["6. - Pink Floyd - Cymbaline.mp3", "Pink Floyd", "Cymbaline"],
    ["311 - Amber.mp3", "311", "Amber"],
    ["Rihanna - Rihanna - Love On The Brain.mp3", "Rihanna", "Rihanna - Love On The Brain"],
    ["Jay-Z – 99 Problems.ogg", "Jay-Z", "99 Problems"],
    ["Sigur_Rós_-_Svefn-g-englar.opus", "Sigur Rós", "Svefn-g-englar"],
    ["椎名林檎 - 丸の内サディスティック.m4a", "椎名林檎", "丸の内サディスティック"],
    ["Mr. Oizo - Flat Beat v1.0.mp3", "Mr. Oizo", "Flat Beat v1.0"],
  ])("%j contains artist and title", (name, artist, trackName) => {
    const tags = tagsFromFileName(name);

    expect(tags).toEqual({ artist, trackName });
  });

  it.each([
    ["Cymbaline.mp3", "Cymbaline"],
    ["06 - Cymbaline.mp3", "Cymbaline"],
    [".mp3", ".mp3"],
    ["- .mp3", "-"],
  ])("%j contains a title and no artist", (name, trackName) => {
    const tags = tagsFromFileName(name);

    expect(tags).toEqual({ artist: UNKNOWN_ARTIST, trackName });
  });
});
