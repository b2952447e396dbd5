import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { StoredApplication } from "./stored-application.js";

const trackKey = trackKeyFrom("Ann", "I. Allegro");
const [longer, shorter, other] = [
  recordingOf("longer"),
  recordingOf("shorter"),
  recordingOf("other"),
];
const path = `/api/audio/tracks/${trackKey}/recording`;

describe("A pinned recording", () => {
  let stored: StoredApplication;

  beforeEach(async () => {
    const analyses = (
      [
        [longer, "I. Allegro", 300],
        [shorter, "I. Allegro", 200],
        [other, "II. Andante", 100],
      ] as const
    ).map(([recordingId, title, durationSeconds]) => ({
      ...analysisOf("Ann", title),
      ...{ recordingId, durationSeconds },
    }));
    stored = await StoredApplication.open(analyses);
  });
  afterEach(() => stored.close());

  const pin = (recordingId: unknown) => stored.ask("PUT", path, { recordingId });
  const answered = async () =>
    (await stored.ask("GET", `/api/audio/analysis/${trackKey}`)).body.recording;

  it("answers for its name over REST, until the choice is taken back", async () => {
    const pinned = await pin(shorter);
    const whilePinned = await answered();
    const batch = await stored.ask("GET", `/api/audio/analysis?trackKeys=${trackKey},${longer}`);
    const byId = await stored.ask("GET", `/api/audio/recordings/${shorter}`);
    const unpinned = await stored.ask("DELETE", path);

    const chosen = { recordingId: shorter, isVerified: true, otherRecordings: 1, isPinned: true };
    const ruled = { ...chosen, recordingId: longer, isPinned: false };
    expect(pinned).toEqual({
      status: 200,
      body: { success: true, data: { trackKey, ...chosen } },
    });
    expect(whilePinned).toEqual(chosen);
    expect(batch.body.data).toMatchObject([chosen, ruled]);
    expect(byId.body.data).toMatchObject({
      isPinned: true,
      names: [{ trackKey, isPinned: true }],
    });
    expect(unpinned.body.data).toEqual({ trackKey, ...ruled });
    expect(await answered()).toEqual(ruled);
  });

  it("has another entity tag, so that clients see the change", async () => {
    const tagOf = () => stored.tagOf(`/api/audio/analysis/${trackKey}`);
    const before = await tagOf();
    await pin(longer);

    expect(await tagOf()).not.toBe(before);
  });

  it("is chosen and taken back over GraphQL", async () => {
    const client = { ...stored.application, token: stored.writer };
    const variables = { trackKey, recordingId: shorter };
    const fields = "{ recordingId isPinned otherRecordings recording { names { isPinned } } }";

    const { data: pinned } = await askGraphql(
      client,
      `mutation ($trackKey: TrackKey!, $recordingId: ID!) {
        pinRecording(trackKey: $trackKey, recordingId: $recordingId) ${fields} }`,
      variables,
    );
    const { data: unpinned } = await askGraphql(
      client,
      `mutation ($trackKey: TrackKey!) { unpinRecording(trackKey: $trackKey) ${fields} }`,
      { trackKey },
    );

    expect(pinned).toEqual({
      pinRecording: {
        ...{ recordingId: shorter, isPinned: true, otherRecordings: 1 },
        recording: { names: [{ isPinned: true }] },
      },
    });
    expect(unpinned).toMatchObject({ unpinRecording: { recordingId: longer, isPinned: false } });
  });

  it("is the same after a restart", async () => {
    await pin(shorter);
    await stored.restart();

    expect(await answered()).toMatchObject({ recordingId: shorter, isPinned: true });
  });

  it("must be one of those that the name means, and an id", async () => {
    const refused = [
      await pin(other),
      await pin(trackKey),
      await stored.ask("PUT", path, { a: 1 }),
    ];
    const unknown = await stored.ask("PUT", path.replace(trackKey, "0".repeat(16)), {
      recordingId: other,
    });
    const reader = await stored.ask(
      "PUT",
      path,
      { recordingId: shorter },
      stored.application.token,
    );

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refused[0]?.body).toMatchObject({
      error: {
        code: "INVALID_INPUT",
        message:
          'The parameter "recordingId" is not one of the recordings that have this artist and title; a pin would lead to other music.',
      },
    });
    expect([unknown.status, reader.status]).toEqual([404, 403]);
  });
});
