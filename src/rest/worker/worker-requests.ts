import type { Request, Response } from "express";
import { z } from "zod";
import type { WorkerResult } from "../../domain/analysis/offered-work.js";
import type { Failure } from "../../domain/errors/failure.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { jsonBodyReader } from "../../http/body/json-body-reader.js";
import type { ClaimName, WorkRequest } from "../../services/workers/worker-service.js";
import { readJsonBody, requireJson } from "../request/json-body.js";
import { shaped } from "../request/shaped.js";
import { workerResultShape } from "./result-shape.js";

/** The header with the token of a claim. */
const CLAIM_HEADER = "Overtone-Claim";

/** Maximum size of a result: ten times that of a recording of six hours. A song takes 50 kB. */
const MAX_RESULT_BYTES = 8 * 1024 * 1024;

const MAX_WAIT_SECONDS = 25;
const MAX_FACTS = 20;

const plainName = z.string().trim().min(1).max(100);

/** Members that this version does not know are ignored: the worker may be newer. */
export const workRequestShape: z.ZodType<Omit<WorkRequest, "keyLookup">> = z.object({
  name: plainName.describe("For operators."),
  version: plainName.describe("Of the program."),
  analysisVersion: z.number().int().min(1),
  waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).describe("Maximum wait for a job."),
});

/** The failures that are about a track or its audio, and so may come from a worker. */
const failureCodes = [
  "AUDIO_UNDECODABLE",
  "AUDIO_TOO_LONG",
  "ANALYSIS_TOO_COSTLY",
  "AUDIO_NOT_FOUND",
  "AUDIO_UNAVAILABLE",
  "AUDIO_CHANGED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BAD_RESPONSE",
  "PROVIDER_RATE_LIMITED",
  "TIMED_OUT",
  "INTERNAL",
] as const;

const factShape = z.union([z.string().max(1_000), z.number(), z.boolean()]);

export const workerFailureShape: z.ZodType<Failure> = z.object({
  code: z.enum(failureCodes, `must be one of ${failureCodes.join(", ")}`),
  message: z.string().min(1).max(1_000),
  facts: z
    .record(z.string().regex(/^[A-Za-z]{1,40}$/), factShape)
    .refine((facts) => Object.keys(facts).length <= MAX_FACTS, `has more than ${MAX_FACTS} members`)
    .meta({ maxProperties: MAX_FACTS }),
});

/** Those of a recording of a day, with a section of 14 members every 20 seconds. */
const MAX_RESULT_MEMBERS = 100_000;

const readResult = jsonBodyReader(MAX_RESULT_BYTES, MAX_RESULT_MEMBERS);

/** @throws {InvalidInputError} a member of the body is missing or malformed */
export async function workRequestOf(
  request: Request,
  response: Response,
  keyLookup: string,
): Promise<WorkRequest> {
  return { ...shaped(await readJsonBody(request, response), workRequestShape), keyLookup };
}

/** @throws {InvalidInputError} a member of the body is missing, or the code is not one of a worker */
export async function failureOf(request: Request<object>, response: Response): Promise<Failure> {
  return shaped(await readJsonBody(request as Request, response), workerFailureShape);
}

/**
 * Reads a result, which may be compressed.
 *
 * @throws {InvalidInputError} a number is missing or out of its range
 */
export async function resultOf(
  request: Request<object>,
  response: Response,
): Promise<WorkerResult> {
  requireJson(request as Request, response);
  await readResult(request as Request, response);
  return shaped(request.body, workerResultShape);
}

/**
 * Returns the claim that a request names.
 *
 * @throws {InvalidInputError} the id or the token is missing or malformed
 */
export function claimNameOf(
  request: Request<{ readonly id: string }>,
  keyLookup: string,
): ClaimName {
  return {
    jobId: plain("id", request.params.id),
    token: plain(CLAIM_HEADER, request.get(CLAIM_HEADER) ?? ""),
    keyLookup,
  };
}

/** @throws {InvalidInputError} it is not the name of a source */
export const sourceOf = (request: Request<{ readonly source: string }>): string =>
  plain("source", request.params.source);

function plain(parameter: string, text: string): string {
  if (/^[\w-]{1,100}$/.test(text)) return text;
  throw new InvalidInputError(parameter, "must be 1 to 100 letters, digits, - and _");
}
