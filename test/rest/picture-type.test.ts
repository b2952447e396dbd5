import { findPictureType } from "../../src/rest/picture-type.js";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

describe("findPictureType", () => {
  it.each([
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["image/png", "\x89PNG\r\n\x1a\n\0\0"],
    ["image/gif", "GIF89a"],
    ["image/webp", "RIFF\0\0\0\0WEBPVP8 "],
    ["image/avif", "\0\0\0\x1cftypavif"],
    ["image/bmp", "BM\0\0"],
  ])("knows %s by its bytes", (mediaType, start) => {
    expect(findPictureType(bytes(start))).toBe(mediaType);
  });

  it.each(["", "\xff\xd8", "<html><script>", "<svg onload=alert(1)>"])(
    "takes %j for no picture, whatever its tag says",
    (start) => {
      expect(findPictureType(bytes(start))).toBeUndefined();
    },
  );
});
