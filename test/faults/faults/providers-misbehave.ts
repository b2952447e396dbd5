import { join } from "node:path";
import {
  sendSlowly,
  sendEndlessly,
  neverReply,
  json,
  closeConnection,
  StandInProviderServer,
  status,
  text,
  type Reply,
} from "../../fakes/stand-in-provider-server.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { FaultTrial } from "./fault-trial.js";

const DEADLINE_MILLISECONDS = 4_000;
/** Tolerance of the deadline of a search, on a busy machine. */
const TOLERANCE_MILLISECONDS = 3_000;

const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

const misbehaviours: Readonly<Record<string, Reply>> = {
  "never reply": neverReply,
  "send slowly": sendSlowly,
  "send endlessly": sendEndlessly,
  "close the connection": closeConnection,
  "say 500": status(500),
  "say 429": status(429, { "retry-after": "999999999" }),
  "send a page": text("<html>Maintenance</html>"),
  "send deep JSON": text(deep, "application/json"),
  "send wrong data": json({
    data: [{ id: -1, title: "x".repeat(100_000), duration: 1e308, artist: { name: "\u0000" } }],
    results: [{ trackName: null, artistName: 7, trackTimeMillis: "NaN" }],
    recordings: [{ id: "../../etc/passwd", title: {}, length: -5, "artist-credit": [null] }],
  }),
};

/**
 * Metadata services that hang, send slowly or endlessly, disconnect or send wrong data: the library
 * is still searched.
 */
export async function providersMisbehave(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  await addToLibrary(music, [madeTrack(1)]);
  const provider = await StandInProviderServer.open(neverReply);
  trial.atEnd(() => provider.close());
  const server = await trial.start({
    ...{ DATA_DIR: join(folder, "data"), LIBRARY_DIRS: music, LIBRARY_ANALYSIS: "off" },
    METADATA_PROVIDERS: "library,deezer,musicbrainz,itunes",
    AUDIO_SOURCES: "library,deezer",
    SEARCH_DEADLINE_MS: String(DEADLINE_MILLISECONDS),
    DEEZER_BASE_URL: provider.baseUrl,
    MUSICBRAINZ_BASE_URL: provider.baseUrl,
    COVERART_BASE_URL: provider.baseUrl,
    ITUNES_BASE_URL: provider.baseUrl,
  });

  for (const [misbehaviour, reply] of Object.entries(misbehaviours)) {
    provider.replyWith(reply);
    const startedAt = performance.now();
    const query = `track=Track+1&artist=Faults&limit=${1 + Object.keys(misbehaviours).indexOf(misbehaviour)}`;
    const answer = await trial.tolerated(
      `a search while services ${misbehaviour}`,
      server.ask(`/api/audio/search?${query}`),
    );
    const took = performance.now() - startedAt;
    trial.check(
      answer?.status === 200,
      `services ${misbehaviour}: ${answer?.status} ${answer?.code}`,
    );
    trial.check(
      took < DEADLINE_MILLISECONDS + TOLERANCE_MILLISECONDS,
      `a search took ${took.toFixed(0)} ms while services ${misbehaviour}`,
    );
    trial.check(
      JSON.stringify(answer?.data ?? "").includes(madeTrack(1).trackKey),
      `the library's track was not found while services ${misbehaviour}`,
    );
  }
}
