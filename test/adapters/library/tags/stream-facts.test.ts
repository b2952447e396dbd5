import { findEmbeddedTags } from "../../../../src/adapters/library/tags/embedded-tags.js";
import { recordingPath } from "../../decoder/recordings.js";

describe("How a file is encoded", () => {
  // Bit rates are those of ffprobe, or of FLAC the bytes of its frames over its length.
  it.each([
    ["tones-cbr.mp3", "MP3", 64],
    ["tones-vbr.mp3", "MP3", 54],
    ["tones.mp2", "MP2", 64],
    ["tones-16.flac", "FLAC", 225],
    ["tones-flac.oga", "FLAC", undefined],
    ["tones.ogg", "Vorbis", 80],
    ["tones.opus", "Opus", undefined],
    ["ffmpeg/tones-aac.m4a", "AAC", 64],
    ["ffmpeg/tones-alac.m4a", "ALAC", 238],
    ["ffmpeg/tones.wma", "WMA", 64],
    ["ffmpeg/tones-opus.webm", "WebM", undefined],
  ])("is known of %s by its bytes", async (name, format, bitRateKbps) => {
    const found = await findEmbeddedTags({ path: recordingPath(name) });

    expect([found?.tags.format, found?.tags.bitRateKbps]).toEqual([format, bitRateKbps]);
  });
});
