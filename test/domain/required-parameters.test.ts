import { parseTrackId } from "../../src/domain/track/track-id.js";
import { parseTrackKey } from "../../src/domain/track/track-key.js";
import { parseWebhookUrl } from "../../src/domain/webhook/webhook.js";

describe("A parameter that is absent", () => {
  it.each<[string, () => unknown]>([
    ["from", () => parseTrackKey(undefined, "from")],
    ["id", () => parseTrackId(undefined, "id")],
    ["url", () => parseWebhookUrl(undefined, { mayBePrivate: false, refuses: () => false })],
  ])('is reported as required, not as malformed, when it is "%s"', (name, parse) => {
    expect(parse).toThrow(`The parameter "${name}" is required.`);
  });
});
