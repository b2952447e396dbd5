import type { AudioStream } from "../../ports/analysis/audio-stream.js";
import type { OpenReply } from "../outbound/http-connections.js";
import { audioStreamOf } from "../remote/served-audio.js";
import { statedMediaTypeOf } from "./music-server-http.js";

/** Media types of replies that are no audio. */
const NO_AUDIO = /^(?:text\/.*|application\/(?:.*[+]|)(?:json|xml))$/;

/** Returns whether a reply is audio, or a part of it. */
export const isAudio = (reply: OpenReply): boolean =>
  (reply.statusCode === 200 || reply.statusCode === 206) &&
  !NO_AUDIO.test(statedMediaTypeOf(reply));

/** Returns the audio of a reply, with a tag that the rest of the same version can be asked for by. */
export function songStreamOf(reply: OpenReply): AudioStream {
  const { tag: stated, ...stream } = audioStreamOf(reply);
  const tag = stated ?? reply.headers["last-modified"];
  // A weak tag is of no use for a part. Source: RFC 9110, section 13.1.5.
  return { ...stream, ...(typeof tag === "string" && !tag.startsWith("W/") && { tag }) };
}
