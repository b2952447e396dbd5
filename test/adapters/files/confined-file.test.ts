import { isInside } from "../../../src/adapters/files/confined-file.js";

describe("A canonical path", () => {
  it.each([
    ["/music", "/music"],
    ["/music", "/music/a.mp3"],
    ["/music", "/music/..b/a.mp3"],
    ["/", "/"],
    ["/", "/music"],
  ])("lies inside of the folder %s: %s", (folder, path) => {
    expect(isInside(folder, path)).toBe(true);
  });

  it.each([
    ["/music", "/"],
    ["/music", "/music2/a.mp3"],
    ["/music", "/other/music/a.mp3"],
    ["/music/a", "/music"],
  ])("lies outside of the folder %s: %s", (folder, path) => {
    expect(isInside(folder, path)).toBe(false);
  });
});
