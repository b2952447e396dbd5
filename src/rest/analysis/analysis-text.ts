import type { Response } from "express";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";

/** What was written for analyses that are still in use somewhere. */
const texts = new WeakMap<Analysis, string>();

/** Answers an analysis. Its text is made once, because one analysis is asked for many times. */
export function sendAnalysis(analysis: Analysis, response: Response): void {
  let text = texts.get(analysis);
  if (text === undefined) {
    text = JSON.stringify({ success: true, data: analysisDataFrom(analysis) });
    texts.set(analysis, text);
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}
