import { z } from "zod";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { byField, estimateFields } from "../../domain/analysis/descriptors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import type { analysisShape } from "../shapes/analysis-shapes.js";
import type { JsonOf } from "../shapes/plain-shapes.js";

/** What a client wants in an analysis in addition to its values. */
export interface AnalysisView {
  readonly hasConfidence: boolean;
}

/**
 * Parses the parameter `include`.
 *
 * @throws {InvalidInputError} it names anything but the confidence
 */
export function parseInclude(include: string | undefined): AnalysisView {
  if (include !== undefined && include !== "confidence") {
    throw new InvalidInputError("include", 'must be "confidence"');
  }
  return { hasConfidence: include !== undefined };
}

/** The parameters of a view of an analysis. */
export const viewParameters = {
  include: textOf(z.literal("confidence").optional()).describe(
    "With `confidence`, analyses have the member `confidence`. Without it, they are as they have always been.",
  ),
};

const viewShape = z.object(viewParameters);

/** Returns the view of an analysis that a URL asks for. */
export const viewInUrl = (url: string): AnalysisView =>
  parseInclude(parametersIn(url, viewShape).include);

/** Converts an analysis to JSON, with the confidence of each value where the client wants it. */
export function toAnalysisJson(
  analysis: Analysis,
  { hasConfidence }: AnalysisView,
): JsonOf<typeof analysisShape> {
  const data = analysisDataFrom(analysis);
  if (!hasConfidence) return data;
  const { estimates } = analysis;
  return { ...data, confidence: byField(estimateFields, (field) => estimates[field].confidence) };
}
