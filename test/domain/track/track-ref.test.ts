import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { recordingIdFrom } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import {
  isTrackRef,
  parseTrackRef,
  refOf,
  splitRefs,
} from "../../../src/domain/track/track-ref.js";

const trackKey = trackKeyFrom("Pink Floyd", "Money");
const recordingId = recordingIdFrom("0123456789abcdef".repeat(4));

describe("A reference to a track", () => {
  it("is the id of a recording or a track key", () => {
    const parsed = [recordingId, trackKey].map((text) => parseTrackRef(text));

    expect(parsed).toEqual(["rec:0123456789abcdef", trackKey]);
  });

  it.each(["", "rec:", "rec:0123456789ABCDEF", "rec:0123456789abcde", `${recordingId}0`, 7, null])(
    "is not %p",
    (text) => {
      const parse = (): unknown => parseTrackRef(text);

      expect(parse).toThrow(InvalidInputError);
    },
  );

  it("is told from other values by its form", () => {
    const are = [recordingId, trackKey, "rec:", ""].map(isTrackRef);

    expect(are).toEqual([true, true, false, false]);
  });

  it("is that of the recording where there is one, or else the name", () => {
    const refs = [refOf({ recordingId, trackKey }), refOf({ trackKey })];

    expect(refs).toEqual([recordingId, trackKey]);
  });

  it("is told apart by its kind, each once", () => {
    const split = splitRefs([trackKey, recordingId, trackKey, recordingId]);

    expect(split).toEqual({ recordingIds: [recordingId], trackKeys: [trackKey] });
  });
});
