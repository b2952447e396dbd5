const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

const SIGNATURES: readonly {
  readonly mediaType: string;
  readonly at: number;
  readonly bytes: readonly number[];
}[] = [
  { mediaType: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mediaType: "image/png", at: 0, bytes: [0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: "image/gif", at: 0, bytes: ascii("GIF8") },
  { mediaType: "image/webp", at: 8, bytes: ascii("WEBP") },
  { mediaType: "image/avif", at: 4, bytes: ascii("ftypavif") },
  { mediaType: "image/bmp", at: 0, bytes: ascii("BM") },
];

/**
 * The media type that the bytes of a picture tell, or `undefined`. A tag may call anything a
 * picture, and a browser would run what we call a page.
 */
export function findPictureType(picture: Uint8Array): string | undefined {
  return SIGNATURES.find(({ at, bytes }) =>
    bytes.every((byte, index) => picture[at + index] === byte),
  )?.mediaType;
}
