import { z } from "zod";
import { parseBoolean } from "../../domain/parse-one-of.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";

/** The parameters of every path whose tracks can be exported. */
export const exportParameters = {
  bom: readBy(z.boolean().default(true), (text) => parseBoolean(text, "bom")).describe(
    "Whether an export as CSV begins with a byte order mark, by which Excel recognises UTF-8. Other formats have none.",
  ),
};

/** The parameters of `GET /playlists/{id}/tracks`. */
export const playlistTracksParameters = z.strictObject(exportParameters);

const anyExport = z.object(exportParameters);

/**
 * Returns whether an export as CSV, which browsers save as a file, begins with a byte order mark.
 *
 * @throws {InvalidInputError} the parameter is neither true nor false
 */
export const asksForByteOrderMark = (url: string): boolean =>
  parametersIn(url, anyExport).bom ?? true;
