import type { ExportedTrack } from "../../domain/export/exported-track.js";
import { rangeSecondsOf } from "../../domain/audio-range.js";

/** Names the extensions of VLC in XSPF and JSPF. */
export const VLC_APPLICATION = "http://www.videolan.org/vlc/playlist/0";

/**
 * Returns the options by which VLC and programs that follow it play the part of a file that is a track, seconds; none
 * where the track is the whole file. Other programs play the file.
 *
 * Source: "VLC command-line help", options `start-time` and `stop-time`, wiki.videolan.org.
 */
export function vlcOptionsOf({ file }: ExportedTrack): readonly string[] {
  if (!file?.range) return [];
  const { startSeconds, endSeconds } = rangeSecondsOf(file.range);
  const stop = endSeconds === undefined ? [] : [`stop-time=${endSeconds.toFixed(3)}`];
  return [`start-time=${startSeconds.toFixed(3)}`, ...stop];
}
