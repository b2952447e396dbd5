import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const recordingId = recordingOf("Forgotten");
const held = recordingOf("Held");
const withoutFile = recordingOf("Left");
const pathOf = (id: string): string => `/api/audio/tracks/${id}`;
const restorePathOf = (id: string): string => `${pathOf(id)}/restore`;

/** Uploads a track. */
const uploaded = async ({ application, analyzer }: Stage): Promise<void> => {
  analyzer.answerWith({ recordingId });
  await application.services.uploads.analyze(
    {
      bytes: Readable.from([taggedAiff({}, undefined, 50)]),
      names: () => ({ artist: "Fay", track: "Forgotten" }),
    },
    { signal: new AbortController().signal },
  );
};

const forgotten = async (stage: Stage): Promise<void> => {
  await uploaded(stage);
  await stage.application.services.forgetting.forget(recordingId);
};

/** Adds a file to the library, and lets it be analysed. */
const heldByFile = async ({ application, analyzer }: Stage): Promise<void> => {
  const { library } = application.services;
  const [known] = await library.listFolders();
  const file = taggedAiff({ TPE1: "Fay", TIT2: "Held" }, undefined, 51);
  await writeFile(join(known!.folder, "held.aiff"), file);
  await library.scanAll();
  analyzer.answerWith({ recordingId: held });
  await application.get(`/api/audio/analysis/${trackKeyFrom("Fay", "Held")}`);
};

/** Lets a track be analysed whose source is called as the library, and which no file holds. */
const left = async ({ application, provider, analyzer }: Stage): Promise<void> => {
  provider.replyWith([candidate("Fay", "Left")]);
  analyzer.answerWith({ recordingId: withoutFile });
  const key = trackKeyFrom("Fay", "Left");
  await application.get(`/api/audio/analysis/${key}?artist=Fay&track=Left`);
  await application.services.forgetting.forget(withoutFile);
};

/** Requests that forget recordings, and let them return. */
export const forgetRequests: readonly DescribedRequest[] = [
  { operationId: "forgetTrack", status: 200, path: pathOf(recordingId), given: uploaded },
  {
    operationId: "forgetTrack",
    status: 200,
    path: `${pathOf(trackKeyFrom("Fay", "Forgotten"))}?keep=false`,
    given: uploaded,
  },
  { operationId: "forgetTrack", status: 400, path: `${pathOf(recordingId)}?keep=maybe` },
  { operationId: "forgetTrack", status: 404, path: pathOf(recordingOf("unknown")) },
  { operationId: "forgetTrack", status: 409, path: pathOf(held), given: heldByFile },
  {
    operationId: "getRecording",
    status: 200,
    path: `/api/audio/recordings/${recordingId}`,
    given: forgotten,
  },
  { operationId: "restoreTrack", status: 200, path: restorePathOf(recordingId), given: forgotten },
  { operationId: "restoreTrack", status: 400, path: restorePathOf("1") },
  { operationId: "restoreTrack", status: 404, path: restorePathOf(recordingOf("unknown")) },
  { operationId: "restoreTrack", status: 409, path: restorePathOf(withoutFile), given: left },
];
