import { asError } from "../../domain/errors/as-error.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  secretProblemOf,
  type NewMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import { otherLengthText, type ListedSong } from "../../domain/music-server/song.js";
import type {
  MusicServerAbout,
  MusicServerClient,
  OpenMusicServer,
} from "../../ports/music-servers/music-server-client.js";

/** What a check of a server has found. */
export interface CheckedMusicServer extends Omit<MusicServerAbout, "sendsPassword"> {
  /** Whether it is scanning its files, so that they are listed later. */
  readonly isScanning: boolean;
  /** What is wrong, in words that follow "The server"; absent where songs can be listed and received. */
  readonly problem?: string;
}

/** Tries everything that the library needs of a server: to sign in, to list songs, and to receive one. */
export async function tryMusicServer(
  stored: StoredMusicServer,
  open: OpenMusicServer,
  signal: AbortSignal,
): Promise<CheckedMusicServer> {
  const { secret } = stored;
  const unknown = { product: null, version: null, isScanning: false };
  if (secret === null) return { ...unknown, problem: secretProblemOf(stored) };
  let known: CheckedMusicServer = unknown;
  try {
    await withMusicServer({ ...stored, secret }, open, async (client) => {
      const { product, version } = await client.check(signal);
      known = { product, version, isScanning: false };
      const { isScanning } = await client.state(signal);
      known = { ...known, isScanning };
      await receiveBeginning(client, signal);
    });
    return known;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MusicServerProblem)) throw error;
    return { ...known, problem: error.message };
  }
}

/** Makes a client of a server for some work, and closes it. */
export async function withMusicServer<Result>(
  server: NewMusicServer,
  open: OpenMusicServer,
  work: (client: MusicServerClient) => Promise<Result>,
): Promise<Result> {
  const client = open(server);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/**
 * Receives the beginning of the first song of a server.
 *
 * @throws {MusicServerProblem} it lists songs that it does not send, or sends other bytes than those of its file
 */
async function receiveBeginning(client: MusicServerClient, signal: AbortSignal): Promise<void> {
  const song = await firstSongOf(client, signal);
  if (song === undefined) return;
  const stream = await client.open(song.id, undefined, signal);
  if (stream === undefined) {
    throw new MusicServerProblem("unreadable", "lists a song that it does not know");
  }
  try {
    const { lengthBytes = song.sizeBytes } = stream;
    if (song.sizeBytes > 0 && lengthBytes !== song.sizeBytes) {
      throw new MusicServerProblem("unreadable", otherLengthText(lengthBytes, song.sizeBytes));
    }
    for await (const part of stream.body) if (part.length > 0) break;
  } catch (error) {
    if (error instanceof MusicServerProblem) throw error;
    signal.throwIfAborted();
    throw new MusicServerProblem("away", "breaks its audio off", { cause: asError(error) });
  } finally {
    stream.close();
  }
}

async function firstSongOf(
  client: MusicServerClient,
  signal: AbortSignal,
): Promise<ListedSong | undefined> {
  for await (const [first] of client.list(signal)) if (first) return first;
  return undefined;
}
