import type { Cover } from "../../ports/library/library-folders.js";
import { findPictureType } from "../library/tags/cover-pictures.js";
import type { MusicServerReply } from "./music-server-http.js";

/** Returns the picture of a reply; `undefined` where it is none that can be shown. */
export function findServedCover({
  status,
  body,
}: Pick<MusicServerReply, "status" | "body">): Cover | undefined {
  const mediaType = status === 200 ? findPictureType(body) : undefined;
  return mediaType === undefined ? undefined : { bytes: body, mediaType };
}
