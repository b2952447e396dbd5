import { readFile } from "node:fs/promises";
import { openApplicationUnderTest } from "../../application/application-under-test.js";
import { parseLibraryQuery } from "../../../src/domain/library-search/library-query.js";
import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { allPieces } from "../../demo/pieces/all-pieces.js";
import { scoreOf, unknownWordsOf, type JudgedSentence } from "./sentence-scores.js";

/**
 * Judges the answers to sentences on the demo library: `node --import tsx test/evaluation/sentences/judge-sentences.ts`. It
 * analyses the pieces, asks for each sentence as `find` does and as the search by names does, and prints the precision of both,
 * with the answers that are not right. `--all` prints all of them.
 */

const MAX_TRACKS = 10;

const file = new URL("sentences.json", import.meta.url);
const sentences = JSON.parse(await readFile(file, "utf8")) as readonly JudgedSentence[];
const isWhole = process.argv.includes("--all");

const { signal } = new AbortController();
const application = await openApplicationUnderTest({
  ...{ analyzer: undefined, sources: undefined, providers: undefined },
});
const { services } = application;
await services.library.scanAll();
const keys = allPieces.map(({ artist, track }) => trackKeyFrom(artist, track));
for (;;) {
  const states = await services.analyses.requestMany(keys, { signal });
  if (states.every(({ state }) => state === "ready")) break;
}

const scores: Record<string, number[]> = { find: [], names: [], understood: [] };
for (const judged of sentences) {
  const { sentence, right, unknown } = judged;
  const { parts, tracks } = await services.sentences.find(sentence, MAX_TRACKS);
  const found = tracks.map(({ track }) => track.trackName);
  const query = parseLibraryQuery(sentence, "sentence");
  const { tracks: named } = await services.librarySearch.find(
    { query, first: MAX_TRACKS, names: 1 },
    { maySeePaths: true, budget: unlimitedBudget(signal) },
  );
  const namedTracks = await services.tracks.findMany(named.map(({ ref }) => ref));
  const score = scoreOf(found, judged);
  scores["find"]?.push(score);
  scores["names"]?.push(
    scoreOf(
      namedTracks.map((track) => track?.trackName ?? ""),
      judged,
    ),
  );
  const isUnderstood = unknownWordsOf(parts).join() === unknown.join();
  scores["understood"]?.push(Number(isUnderstood));
  if (!isWhole && score === 1 && isUnderstood) continue;
  console.log(`${score.toFixed(2)}  ${sentence}`);
  for (const { text, meaning } of parts) console.log(`        ${text}: ${JSON.stringify(meaning)}`);
  console.log(`      right: ${right.join(", ")}`);
  console.log(
    `      found: ${tracks.map(({ track, score: of }) => `${track.trackName} ${of ?? ""}`).join(", ")}`,
  );
}
await application.close();

for (const [name, all] of Object.entries(scores)) {
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  console.log(`${name}: ${mean.toFixed(3)} of ${all.length} sentences`);
}
