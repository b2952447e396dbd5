/** A request to a server that has only the demo library, whose answer is an example of the description. */
export interface ExampleRequest {
  /** The id of the operation, or the name of the shared response. */
  readonly of: string;
  /** `RECORDING` stands for the id of the recording of "Four on the Floor". */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const audio = "/api/audio";
/** "Four on the Floor" and "Slow Waltz", and the key of a track that is not in the demo library. */
export const floor = "62ac659c10e82543";
const waltz = "7f13f1f9a12d9aee";
const absent = "bc24aaa5a97c70ed";

export const exampleRequests: readonly ExampleRequest[] = [
  { of: "searchTracks", path: `${audio}/search?track=Four+on+the+Floor&artist=Overtone` },
  { of: "lookUpTracks", path: `${audio}/tracks/${floor}` },
  { of: "getRecording", path: `${audio}/recordings/RECORDING` },
  { of: "getAnalysis", path: `${audio}/analysis/${floor}` },
  { of: "getTimeline", path: `${audio}/analysis/${floor}/timeline` },
  { of: "getAnalyses", path: `${audio}/analysis?trackKeys=${floor},${absent}&compute=false` },
  {
    of: "getAnalysesOfBatch",
    path: `${audio}/analysis/batch`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ trackKeys: [waltz, absent], compute: false }),
  },
  { of: "listTracks", path: `${audio}/tracks?tempo.gte=120&order=-energy&limit=1` },
  { of: "listMoods", path: `${audio}/moods?limit=1` },
  { of: "findTracks", path: `${audio}/find?text=calm,+no+vocals,+with+rain,+80-100+bpm&limit=1` },
  { of: "getSimilarTracks", path: `${audio}/tracks/${floor}/similar?limit=2` },
  { of: "getMixPath", path: `${audio}/mix-path?from=${waltz}&to=${floor}&length=3` },
  { of: "InvalidInput", path: `${audio}/search` },
  { of: "NotFound", path: `${audio}/analysis/${absent}` },
  {
    of: "NotAcceptable",
    path: `${audio}/search?track=Waltz`,
    headers: { accept: "application/x-unknown" },
  },
  { of: "MethodNotAllowed", path: `${audio}/search`, method: "POST" },
  {
    of: "Unauthenticated",
    path: `${audio}/search?track=Waltz`,
    headers: { authorization: `Bearer ot_live_00000000_${"0".repeat(48)}` },
  },
  {
    of: "UnsupportedMediaType",
    path: `${audio}/analysis/batch`,
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "a",
  },
  {
    of: "AudioUndecodable",
    path: `${audio}/analysis?artist=Overtone&track=Noise`,
    method: "POST",
    headers: { "content-type": "audio/wav" },
    body: "noise",
  },
];

/** More items of a list, such as the beats of a track, show nothing more. */
const MAX_ITEMS = 4;

/**
 * Returns an answer as every run has it: with one address of the server, one folder of the library and one time of analyses,
 * and with at most four items in each list.
 */
export function stableExample(answer: unknown, url: string, folder: string): unknown {
  if (Array.isArray(answer)) {
    return answer.slice(0, MAX_ITEMS).map((item) => stableExample(item, url, folder));
  }
  if (typeof answer === "string") {
    return answer.replaceAll(url, "http://127.0.0.1:4000").replaceAll(folder, "/music/");
  }
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      name === "analyzedAt" ? "2026-01-01T00:00:00.000Z" : stableExample(value, url, folder),
    ]),
  );
}
