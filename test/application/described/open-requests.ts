import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import type { DescribedRequest } from "./described-request.js";

const unknownKey = "0123456789abcdef";

/** A library file with a cover. */
const covered = trackKeyFrom("Overtone", "Covered");
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const coveredFile = taggedAiff({ TPE1: "Overtone", TIT2: "Covered" }, png);

/** Requests for pictures, health, metrics and the description itself. */
export const openRequests: readonly DescribedRequest[] = [
  { asks: "getPlaceholder", status: 200, path: "/artwork/placeholder.svg" },
  {
    asks: "getPlaceholder",
    status: 304,
    path: "/artwork/placeholder.svg",
    headers: { "if-none-match": "*" },
  },
  { asks: "getArtwork", status: 200, path: `/artwork/${covered}` },
  {
    asks: "getArtwork",
    status: 304,
    path: `/artwork/${covered}`,
    headers: { "if-none-match": "*" },
  },
  { asks: "getArtwork", status: 400, path: "/artwork/nokey" },
  { asks: "getArtwork", status: 404, path: `/artwork/${unknownKey}` },

  { asks: "getLiveness", status: 200, path: "/health/live" },
  { asks: "getReadiness", status: 200, path: "/health/ready" },
  { asks: "getMetrics", status: 200, path: "/metrics" },

  { asks: "getDescription", status: 200, path: "/openapi.json" },
  {
    asks: "getDescription",
    status: 304,
    path: "/openapi.json",
    headers: { "if-none-match": "*" },
  },
  { asks: "getDescriptionAsYaml", status: 200, path: "/openapi.yaml" },
  {
    asks: "getDescriptionAsYaml",
    status: 304,
    path: "/openapi.yaml",
    headers: { "if-none-match": "*" },
  },
];
