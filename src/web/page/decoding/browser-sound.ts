/** Sound that the browser has decoded, whole. */
export interface BrowserSound {
  /** Samples in [-1, 1], one array for each channel, all equally long. */
  readonly channels: readonly Float32Array[];
  /** Hz. */
  readonly sampleRate: number;
}

/** The rate to which the browser brings what it decodes, Hz. */
const SAMPLE_RATE = 44_100;

/** The browser decodes the whole at once, 21 MB for each minute of stereo. */
const MAX_SECONDS = 15 * 60;

/** What is decoded at the moment: one file after the other, so that the bytes of one are in memory beside its samples. */
let last: Promise<unknown> = Promise.resolve();

/** Decodes a file by what the browser has for it, e.g. AAC; `null` where it has nothing, or where the sound is too long. */
export function decodeByBrowser(file: Blob): Promise<BrowserSound | null> {
  const next = last.then(() => decode(file)).catch(() => null);
  last = next;
  return next;
}

async function decode(file: Blob): Promise<BrowserSound | null> {
  const seconds = await lengthOf(file);
  if (seconds === null || seconds > MAX_SECONDS) return null;
  const context = new OfflineAudioContext({ length: 1, sampleRate: SAMPLE_RATE });
  const buffer = await context.decodeAudioData(await file.arrayBuffer());
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel),
  );
  return { channels, sampleRate: buffer.sampleRate };
}

/** Returns the length that the browser reads from a file, seconds; `null` where it cannot play it. */
async function lengthOf(file: Blob): Promise<number | null> {
  const url = URL.createObjectURL(file);
  const audio = new Audio();
  try {
    return await new Promise((resolve) => {
      audio.onloadedmetadata = () => {
        resolve(Number.isFinite(audio.duration) ? audio.duration : null);
      };
      audio.onerror = () => {
        resolve(null);
      };
      audio.preload = "metadata";
      audio.src = url;
    });
  } finally {
    audio.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}
