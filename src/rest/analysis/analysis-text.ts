import type { Response } from "express";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";

/** JSON texts already made, for as long as their analyses are referenced. */
const texts = new WeakMap<Analysis, string>();

/** Sends an analysis. Its JSON text is made once, because one analysis is requested many times. */
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
