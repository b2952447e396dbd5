import { artworkUrlFrom } from "../../../src/domain/track/artwork-url.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Artwork } from "../../../src/domain/track/track.js";

const trackKey = trackKeyFrom("Pink Floyd", "Money");

describe("artworkUrlFrom", () => {
  it.each<[string, Artwork, string]>([
    [
      "leaves a remote picture where it is",
      { kind: "remote", url: "https://pictures.example/1.jpg" },
      "https://pictures.example/1.jpg",
    ],
    [
      "leads to this server for an embedded cover",
      { kind: "embedded" },
      "http://127.0.0.1:4000/artwork/bc24aaa5a97c70ed",
    ],
    [
      "leads to the placeholder without a picture",
      { kind: "none" },
      "http://127.0.0.1:4000/artwork/placeholder.svg",
    ],
  ])("%s", (_promise, artwork, url) => {
    expect(artworkUrlFrom("http://127.0.0.1:4000", { trackKey, artwork })).toBe(url);
  });
});
