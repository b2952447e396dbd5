import { setTimeout as pause } from "node:timers/promises";
import type { Answer, FaultServer } from "../fault-server.js";
import type { MadeTrack } from "../music.js";

/**
 * Requests the analyses of tracks in the library at once; returns those that arrived before the
 * kill.
 */
export async function analyse(
  server: FaultServer,
  tracks: readonly MadeTrack[],
): Promise<readonly Answered[]> {
  return answered(tracks, ({ trackKey }) => server.analysisOf(trackKey));
}

/** Uploads files, half of them slowly. */
export async function upload(
  server: FaultServer,
  tracks: readonly MadeTrack[],
): Promise<readonly Answered[]> {
  return answered(tracks, ({ artist, name, bytes }, index) => {
    const query = new URLSearchParams({ artist, track: name });
    return server.ask(`/api/audio/analysis?${query.toString()}`, {
      method: "POST",
      headers: { "content-type": "audio/wav" },
      body: index % 2 === 0 ? bytes : slowly(bytes),
      duplex: "half",
    });
  });
}

/** A track, and its response if it arrived before the kill. */
export interface Answered {
  readonly track: MadeTrack;
  readonly answer: Answer;
}

async function answered(
  tracks: readonly MadeTrack[],
  ask: (track: MadeTrack, index: number) => Promise<Answer>,
): Promise<readonly Answered[]> {
  const answers = await Promise.all(
    tracks.map((track, index) =>
      ask(track, index).then(
        (answer) => ({ track, answer }),
        // The server was killed during the request.
        () => undefined,
      ),
    ),
  );
  return answers.filter((found) => found !== undefined);
}

function slowly(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent >= bytes.length) {
        controller.close();
        return;
      }
      await pause(20);
      controller.enqueue(bytes.slice(sent, (sent += 1_500)));
    },
  });
}
