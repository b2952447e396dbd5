import type { DescribedRequest, Stage } from "../described/described-request.js";
import {
  analysis,
  audio,
  form,
  held,
  jsonBody,
  known,
  money,
  unknownKey,
  wav,
} from "../described/analysis-requests.js";

const running = async ({ application, owner }: Stage): Promise<void> => {
  const { repeatable } = application.services;
  await repeatable.begin({ caller: owner, key: "running" }).catch(() => undefined);
};

/** Uploads and batches with an `Idempotency-Key`; the second of two equal ones is answered as the first. */
export const idempotentRequests: readonly DescribedRequest[] = [
  {
    operationId: "analyzeUpload",
    status: 200,
    path: analysis,
    headers: { "idempotency-key": "upload" },
    body: form,
  },
  {
    operationId: "analyzeUpload",
    status: 200,
    path: analysis,
    headers: { "idempotency-key": "upload" },
    body: form,
  },
  {
    operationId: "analyzeUpload",
    status: 202,
    path: `${analysis}?artist=A&track=Later`,
    headers: { ...audio, prefer: "respond-async", "idempotency-key": "later" },
    body: wav,
    given: held,
  },
  {
    operationId: "analyzeUpload",
    status: 202,
    path: `${analysis}?artist=A&track=Later`,
    headers: { ...audio, prefer: "respond-async", "idempotency-key": "later" },
    body: wav,
    given: held,
  },
  {
    operationId: "analyzeUpload",
    status: 409,
    path: `${analysis}?artist=A&track=File`,
    headers: { ...audio, "idempotency-key": "running" },
    body: wav,
    given: running,
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 200,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, "idempotency-key": '"batch"' },
    body: JSON.stringify({ trackKeys: [money], include: "confidence" }),
    given: known,
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 200,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, "idempotency-key": '"batch"' },
    body: JSON.stringify({ trackKeys: [money], include: "confidence" }),
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 409,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, "idempotency-key": "running" },
    body: JSON.stringify({ trackKeys: [money] }),
    given: running,
  },
  {
    operationId: "getAnalysesOfBatch",
    status: 422,
    path: `${analysis}/batch`,
    headers: { ...jsonBody, "idempotency-key": "batch" },
    body: JSON.stringify({ trackKeys: [unknownKey] }),
  },
];
