/** The beginnings of pictures: what tells their format, and some bytes. */
const rest = Buffer.from(Array.from({ length: 400 }, (_, at) => at % 251));

export const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), rest]);
export const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), rest]);
export const gif = Buffer.concat([Buffer.from("GIF89a"), rest]);
export const webp = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), rest]);

/** No picture that a page shows. */
export const svg = Buffer.from("<svg onload='alert(1)'/>");

/** A picture whose bytes look like frames of MPEG audio, which unsynchronisation is for. */
export const jpegLikeMpeg = Buffer.concat([
  jpeg.subarray(0, 4),
  Buffer.from(Array.from({ length: 400 }, (_, at) => [0xff, 0x00, 0xfb, 0xe0][at % 4]!)),
]);
