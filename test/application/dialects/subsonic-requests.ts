import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { DescribedRequest, Stage } from "../described/described-request.js";

const mbid = "0d52e35a-5b1c-4c3a-9f6e-3c9f1b8e7a01";
const dawn = trackKeyFrom("Sonia", "Dawn");
const noon = trackKeyFrom("Sonia", "Noon");
const unknownKey = "0123456789abcdef";

/** Analyses two tracks of Sonia's. */
export const analyseSongs = async ({ application, provider, analyzer }: Stage): Promise<void> => {
  for (const [title, value] of [
    ["Dawn", 0.2],
    ["Noon", 0.8],
  ] as const) {
    const known = {
      album: "Day",
      albumArtist: "Sonia",
      composer: "Ann",
      genre: "Ambient",
      year: 1999,
      trackNumber: 3,
      discNumber: 1,
      durationSeconds: 61.4,
      isrc: "GBN9Y1100099",
      musicbrainzId: mbid,
    };
    provider.replyWith([{ ...candidate("Sonia", title), ...known } as never]);
    analyzer.answerWith({
      recordingId: recordingOf(title),
      ...Object.fromEntries(estimateFields.map((field) => [field, value])),
      ...{ tempo: 60 + 100 * value, timeSignature: 4, key: 9, mode: 0 },
    });
    const trackKey = trackKeyFrom("Sonia", title);
    await application.get(`/api/audio/analysis/${trackKey}?artist=Sonia&track=${title}`);
  }
};

/** All parameters about a caller, of which only some may be sent together. */
const everyCaller = "apiKey=nothing&u=ann&p=nothing&c=tests&v=1.16.1";

const unlisted =
  (error: Error) =>
  ({ directory, otherDirectory }: Stage): void => {
    directory.answerWith(error);
    otherDirectory.answerWith(error);
  };

const inBothFormats = (
  operationId: string,
  path: string,
  given?: DescribedRequest["given"],
): readonly DescribedRequest[] =>
  ["f=json", "f=xml"].map((format) => ({
    ...{ operationId, status: 200, path: `${path}${path.includes("?") ? "&" : "?"}${format}` },
    ...(given && { given }),
  }));

/** Requests of OpenSubsonic's extension for similar songs. */
export const subsonicRequests: readonly DescribedRequest[] = [
  ...inBothFormats("pingSubsonic", "/rest/ping?c=tests&v=1.16.1"),
  ...inBothFormats("pingSubsonic", `/rest/ping?${everyCaller}`),
  ...inBothFormats("getSubsonicExtensions", "/rest/getOpenSubsonicExtensions"),
  ...inBothFormats("getSubsonicExtensions", `/rest/getOpenSubsonicExtensions?${everyCaller}`),
  ...inBothFormats("getSonicSimilarTracks", `/rest/getSonicSimilarTracks?id=${dawn}`, analyseSongs),
  ...inBothFormats("getSonicSimilarTracks", `/rest/getSonicSimilarTracks?id=${unknownKey}`),
  ...inBothFormats(
    "getSonicSimilarTracks",
    "/rest/getSonicSimilarTracks?artist=Sonia&title=Noon&count=5",
  ),
  ...inBothFormats("getSonicSimilarTracks", `/rest/getSonicSimilarTracks?${everyCaller}`),
  ...inBothFormats("findSonicPath", `/rest/findSonicPath?startSongId=${dawn}&endSongId=${noon}`),
  ...inBothFormats(
    "findSonicPath",
    "/rest/findSonicPath?startArtist=Sonia&startTitle=Dawn&endArtist=Sonia&endTitle=Noon&count=5",
  ),
  ...inBothFormats("findSonicPath", `/rest/findSonicPath?${everyCaller}`),
  ...[
    ["getSonicSimilarTracks", "/rest/getSonicSimilarTracks?f=json&id=isrc:GBN9Y11000", 71],
    [
      "findSonicPath",
      "/rest/findSonicPath?f=json&endSongId=0123456789abcdef&startSongId=isrc:GBN9Y11000",
      81,
    ],
  ].flatMap(([operationId, path, number]): readonly DescribedRequest[] => [
    {
      ...{ operationId: String(operationId), status: 502, path: `${path}${number}` },
      given: unlisted(new ProviderUnavailableError("library")),
    },
    {
      ...{ operationId: String(operationId), status: 503, path: `${path}${Number(number) + 1}` },
      given: unlisted(new ProviderRateLimitedError("library", 3)),
    },
  ]),
];
