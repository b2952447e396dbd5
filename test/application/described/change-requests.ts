import { changeCursorFrom } from "../../../src/domain/catalogue/recording-change.js";
import type { DescribedRequest } from "./described-request.js";

const path = "/api/audio/changes";

/** Requests for what changed among the analysed recordings. */
export const changeRequests: readonly DescribedRequest[] = [
  { operationId: "listChanges", status: 200, path },
  { operationId: "listChanges", status: 200, path: `${path}?limit=1` },
  { operationId: "listChanges", status: 200, path: `${path}?after=${changeCursorFrom(0)}` },
  {
    operationId: "listChanges",
    status: 200,
    path,
    headers: { accept: "application/x-ndjson" },
  },
  {
    operationId: "listChanges",
    status: 304,
    path: `${path}?limit=1`,
    headers: { "if-none-match": "*" },
  },
  { operationId: "listChanges", status: 400, path: `${path}?after=nowhere` },
  {
    operationId: "listChanges",
    status: 400,
    path: `${path}?after=${changeCursorFrom(Number.MAX_SAFE_INTEGER)}`,
  },
];
