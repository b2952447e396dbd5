import type { Texts } from "../texts/texts.js";
import type { DecodingFailure } from "./decoding-failure.js";

/** Returns what a failure means, and what can be done about it. */
export function decodingFailureText({ failures }: Texts["drop"], failure: DecodingFailure): string {
  switch (failure.code) {
    case "AUDIO_TOO_LONG":
      return failures.tooLong;
    case "FILE_UNREADABLE":
      return failures.unreadable;
    case "INTERNAL":
      return failures.internal;
    case "AUDIO_UNDECODABLE":
      return failures[kindOf(failure.reason)];
  }
}

/** The reasons of the decoders, which are English, by what a reader can do about them. */
const kinds = [
  [/not a known audio format|only a tag|no samples/, "unknown"],
  [/cannot be decoded here/, "foreign"],
  [/truncated|exceeds the file|ends before|does not match its audio/, "truncated"],
  [/is empty/, "empty"],
  [/cannot be read/, "unreadable"],
] as const;

const kindOf = (reason: string): keyof Texts["drop"]["failures"] =>
  kinds.find(([pattern]) => pattern.test(reason))?.[1] ?? "damaged";
