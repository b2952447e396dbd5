import {
  inOrderOfPreference,
  type NamedRecording,
} from "../../../src/domain/track/preferred-recording.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const recording = (name: string, facts: Partial<NamedRecording> = {}): NamedRecording => ({
  recordingId: recordingOf(name),
  fileCount: 0,
  source: "library",
  isExcerpt: false,
  durationMs: 180_000,
  isPinned: false,
  ...facts,
});
const held = (fileCount = 1): Partial<NamedRecording> => ({ fileCount });

describe("The recordings of a name", () => {
  it.each<[string, Partial<NamedRecording>, Partial<NamedRecording>]>([
    [
      "the one that the user pinned",
      { source: "deezer", isExcerpt: true, durationMs: 1, isPinned: true },
      held(9),
    ],
    [
      "a whole one before an excerpt of a file",
      { source: "upload" },
      { ...held(), isExcerpt: true },
    ],
    ["one of a file before an upload", { ...held(), durationMs: 1 }, { source: "upload" }],
    ["that of most files", { ...held(2), durationMs: 1 }, held(1)],
    ["the longest", { ...held(), durationMs: 2 }, { ...held(), durationMs: 1 }],
  ])("begin with %s, in each order", (_which, first, second) => {
    const [one, other] = [recording("one", first), recording("other", second)];

    const orders = [
      inOrderOfPreference([one, other], true),
      inOrderOfPreference([other, one], true),
    ];

    expect(orders).toEqual([
      [one, other],
      [one, other],
    ]);
  });

  it("are in the order of their ids where nothing else tells them apart", () => {
    const alike = ["one", "two", "three"].map((name) => recording(name, held()));

    const ordered = inOrderOfPreference(alike, true).map(({ recordingId }) => recordingId);

    expect(ordered).toEqual(alike.map(({ recordingId }) => recordingId).sort());
  });

  it("include what a file held, a pinned one too, only where no file has the name any more", () => {
    const given = recording("given up", { isPinned: true });
    const upload = recording("upload", { source: "upload" });

    const whereFilesAre = inOrderOfPreference([given, upload], true);
    const whereNoFileIs = inOrderOfPreference([given, upload], false);

    expect(whereFilesAre).toEqual([upload]);
    expect(whereNoFileIs).toEqual([given, upload]);
  });
});
