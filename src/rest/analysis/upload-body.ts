import type { Request } from "express";
import {
  InvalidInputError,
  UnsupportedMediaTypeError,
} from "../../domain/errors/request-errors.js";
import { MAX_NAME_CHARACTERS, parseOptionalName } from "../../domain/track/name-text.js";
import { FormFile, announcedFileBytesOf } from "../../http/body/form-file.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import { namesInUrl } from "../shapes/name-parameters.js";
import { rawUploadOf } from "./raw-upload.js";

/** A name of up to 4 bytes a character, and room to detect a longer text. */
const FIELD_BYTES = 4 * (MAX_NAME_CHARACTERS + 1);

const ACCEPTED = "multipart/form-data, audio/*, application/ogg, application/octet-stream";

/**
 * Returns the file that a request uploads, in a form or as its whole body. Nothing is read yet.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or a form has no boundary
 * @throws {UnsupportedMediaTypeError} the body is neither a form nor audio, or has a content
 * encoding
 */
export function uploadOf(request: Request, acceptBody: () => void): UploadRequest {
  requirePlainBody(request, ACCEPTED);
  const mediaType = mediaTypeOf(request);
  if (mediaType === "multipart/form-data") return formUploadOf(request, acceptBody);
  const isAudio =
    /^audio\/./.test(mediaType) ||
    ["application/ogg", "application/octet-stream"].includes(mediaType);
  if (!isAudio) throw new UnsupportedMediaTypeError(mediaType, ACCEPTED);
  return rawUploadOf(request, acceptBody);
}

/**
 * Reads an upload in a form: the file in the field `file`, artist and title in `artist` and
 * `track`, in any order. Those in the URL apply where the form has none.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or the form has no boundary
 */
function formUploadOf(request: Request, acceptBody: () => void): UploadRequest {
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
      const name = parseOptionalName(text, field);
      if (name !== undefined) names = { ...names, [field]: name };
    },
  });
  return {
    bytes: form.bytes(acceptBody),
    announcedBytes: announcedFileBytesOf(request),
    names: () => names,
  };
}
