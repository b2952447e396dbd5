import { registerEnumType } from "type-graphql";
import type { RecordingPresence } from "../../domain/track/recording-presence.js";

/** Which recordings a client asks for, by its enum values. */
export const recordingPresenceValues = {
  PRESENT: "present",
  GONE: "gone",
  ANY: "any",
} as const satisfies Record<Uppercase<RecordingPresence>, RecordingPresence>;

registerEnumType(recordingPresenceValues, {
  name: "RecordingPresence",
  description: "Whether recordings are still there.",
  valuesConfig: {
    PRESENT: { description: "Recordings that are there." },
    GONE: {
      description:
        "Recordings that left the library with the last of their files, or were forgotten.",
    },
    ANY: { description: "Both." },
  },
});
