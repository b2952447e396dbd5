import { useEffect, useMemo, useState } from "preact/hooks";
import { serverUrl } from "../session/session.js";
import { useDecodedFile, type Decoding } from "../waveform/use-decoded-file.js";
import { usePlayback, type JoinedPlayback, type PlaybackWish } from "./use-playback.js";
import { loadedFileOf, useTrackFile, type TrackFile } from "./use-track-file.js";

/** The file of a track: as it is loaded, decoded and played. */
export interface TrackSound {
  readonly file: TrackFile;
  readonly decoding: Decoding;
  readonly playback: JoinedPlayback;
}

/**
 * Loads, decodes and plays the file of a track. The browser plays the file itself where it knows the format; else
 * it plays what our decoders made of it. What another component has loaded is not loaded again.
 *
 * @param isDrawn whether the waveform is drawn, too; else only what the browser cannot play is decoded
 * @param wish how it is played; see `usePlayback`
 */
export function useTrackSound(ref: string, isDrawn = true, wish?: PlaybackWish): TrackSound {
  const [needsWav, setNeedsWav] = useState<boolean | null>(null);
  const isContentNeeded = isDrawn || needsWav === true;
  const file = useTrackFile(ref, isContentNeeded);
  const decoding = useDecodedFile(isContentNeeded ? file.blob : null, file.range, needsWav);
  const wav = useObjectUrl(decoding.state === "decoded" ? decoding.wav : null);
  const isThere = !["asking", "missing"].includes(file.state);
  // As it is when it is first played: another address in the middle of a track would begin it anew.
  const loaded = useMemo(() => (isThere ? loadedFileOf(ref) : null), [ref, isThere]);
  const own = useObjectUrl(loaded);
  const address = loaded === null ? serverUrl(file.path) : own;
  // What was decoded is the track alone.
  const playback = usePlayback(
    wav ?? (isThere ? address : null),
    wav === null ? file.range : null,
    wish,
  );
  useEffect(() => {
    // Once a decoded file is needed, it stays so, also when the browser plays that.
    if (playback.state === "unplayable") setNeedsWav(true);
    else if (playback.state === "ready") setNeedsWav((last) => last ?? false);
  }, [playback.state]);
  return { file, decoding, playback };
}

/** Returns an address of a blob in the page, which ends with the view. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
