import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cursorFrom } from "../../../src/domain/catalogue/catalogue-cursor.js";
import { packFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { randomWords, withWrongBits } from "../../domain/fingerprint/random-words.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const path = "/api/audio/duplicates";
const song = randomWords(900, 7);

/** Two copies of one recording, and two recordings of one performance. */
const files = [
  { title: "Doubled", recording: "doubled", words: randomWords(900, 8) },
  { title: "Doubled, a copy", recording: "doubled", words: randomWords(900, 8) },
  { title: "Encoded", recording: "encoded", words: song },
  { title: "Encoded again", recording: "again", words: withWrongBits(song, 0.005) },
];
/** A position behind all groups. */
const place = cursorFrom({ value: 0, id: "" }, { field: "bytes" });

/** Adds the files to the library, and lets each be analysed and compared. */
const doubled = async ({ application, analyzer }: Stage): Promise<void> => {
  const { library, performanceLinking } = application.services;
  const [known] = await library.listFolders();
  for (const [index, { title }] of files.entries()) {
    const file = join(known!.folder, `doubled-${index}.aiff`);
    await writeFile(file, taggedAiff({ TPE1: "Dora", TIT2: title }, undefined, 100 + index));
  }
  await library.scanAll();
  for (const { title, recording, words } of files) {
    analyzer.answerWith({
      recordingId: recordingOf(recording),
      fingerprint: packFingerprint(words),
    });
    await application.get(`/api/audio/analysis/${trackKeyFrom("Dora", title)}`);
  }
  await performanceLinking.finish(new AbortController().signal, () => undefined);
};

/** Requests for files that are duplicates. */
export const duplicateRequests: readonly DescribedRequest[] = [
  { operationId: "listDuplicates", status: 200, path, given: doubled },
  {
    operationId: "listDuplicates",
    status: 200,
    path: `${path}?kind=copies&minScore=0.9&folder=/&order=name`,
  },
  { operationId: "listDuplicates", status: 200, path: `${path}?limit=1` },
  { operationId: "listDuplicates", status: 200, path: `${path}?cursor=${place}` },
  { operationId: "listDuplicates", status: 200, path: `${path}?before=${place}` },
  {
    operationId: "listDuplicates",
    status: 304,
    path: `${path}?limit=1`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "listDuplicates", status: 400, path: `${path}?kind=all` },
];
