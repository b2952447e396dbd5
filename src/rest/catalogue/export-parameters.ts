import { z } from "zod";
import {
  commentPlaceholders,
  DEFAULT_COMMENT,
  MAX_COMMENT_LENGTH,
  parseCommentTemplate,
} from "../../domain/export/comment-template.js";
import { parseBoolean } from "../../domain/parse-one-of.js";
import type { ExportOptions } from "../../services/export/export-service.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";

/** The parameters of every path whose tracks can be exported. */
export const exportParameters = {
  bom: readBy(z.boolean().default(true), (text) => parseBoolean(text, "bom")).describe(
    "Whether an export as CSV begins with a byte order mark, by which Excel recognises UTF-8. Other formats have none.",
  ),
  comment: readBy(z.string().max(MAX_COMMENT_LENGTH).default(DEFAULT_COMMENT), (text) =>
    parseCommentTemplate(text),
  ).describe(
    `The comment of each track in an export for rekordbox, with placeholders: ${commentPlaceholders.map((name) => `\`{${name}}\``).join(", ")}. What stands between two \` - \` is left out where a value in it is not known. Other formats have none.`,
  ),
};

/** The parameters of `GET /playlists/{id}/tracks`. */
export const playlistTracksParameters = z.strictObject(exportParameters);

const anyExport = z.object(exportParameters);

/**
 * Returns how an export describes itself: whether one as CSV, which browsers save as a file, begins with a byte order mark,
 * and the template of comments.
 *
 * @throws {InvalidInputError} names the parameter that is malformed
 */
export function exportOptionsOf(url: string): Pick<ExportOptions, "hasByteOrderMark" | "comment"> {
  const { bom = true, comment } = parametersIn(url, anyExport);
  return { hasByteOrderMark: bom, ...(comment !== undefined && { comment }) };
}
