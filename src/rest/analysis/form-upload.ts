import type { Request } from "express";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseName } from "../../domain/track/search-query.js";
import { announcedFileBytesOf, FormFile } from "../../http/body/form-file.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import { namesInUrl } from "./raw-upload.js";

/** 200 characters of up to 4 bytes, and room to detect a longer text. */
const FIELD_BYTES = 4_096;

/**
 * Reads an upload in a form: the file in the field `file`, artist and title in `artist` and
 * `track`, in any order. Those in the URL apply where the form has none.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or the form has no boundary
 */
export function formUploadOf(request: Request, acceptBody: () => void): UploadRequest {
  let names: UploadNames = namesInUrl(request);
  const given = new Set<string>();
  const form = new FormFile(request, {
    ...{ fileField: "file", fieldSize: FIELD_BYTES },
    takeFile(field, fileName) {
      if (field !== "file") {
        throw new InvalidInputError("file", "must be the name of the field that holds the file");
      }
      names = { ...names, fileName };
    },
    takeField(field, text, isCut) {
      if (field === "file") throw new InvalidInputError(field, "must be a file");
      if (field !== "artist" && field !== "track") return;
      if (given.has(field)) throw new InvalidInputError(field, "must be given once");
      given.add(field);
      if (isCut) throw new InvalidInputError(field, "is too long");
      parseName(text, field);
      names = { ...names, [field]: text.replace(/\s+/gu, " ").trim() };
    },
  });
  return {
    bytes: form.bytes(acceptBody),
    announcedBytes: announcedFileBytesOf(request),
    names: () => names,
  };
}
