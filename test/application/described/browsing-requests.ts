import { estimateFields, moods, rangeFields } from "../../../src/domain/analysis/descriptors.js";
import { fileCursorFrom } from "../../../src/domain/catalogue/catalogue-cursor.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { digestOfTracks, searchCursorFrom } from "../../../src/domain/track/search-cursor.js";
import type { FileId } from "../../../src/domain/library/library-file.js";
import { digestOf, trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const tracks = "/api/audio/tracks";
/** The file of the library. */
const covered = trackKeyFrom("Overtone", "Covered");
/** A position in lists of files. */
const somewhere = fileCursorFrom(digestOf("a path") as FileId);

/** Analyses two tracks, so that a page of one track has a next page. */
const analysed = async ({ application, provider }: Stage): Promise<void> => {
  for (const title of ["One", "Two"]) {
    provider.replyWith([candidate("Ann", title)]);
    const key = trackKeyFrom("Ann", title);
    await application.get(`/api/audio/analysis/${key}?artist=Ann&track=${title}`);
  }
};

/** Lets the analysis of the file in the library fail. */
const failed = async ({ application, analyzer }: Stage): Promise<void> => {
  analyzer.answerWith(new AudioUndecodableError("it is damaged"));
  await application.get(`/api/audio/analysis/${covered}`);
  application.services.libraryStatus.expire();
};
const libraryPath = "/api/audio/library";
const json = { "content-type": "application/json" };

const ranges = [
  "durationMs",
  ...rangeFields,
  ...moods.map((mood) => `mood.${mood}`),
  ...estimateFields.map((field) => `confidence.${field}`),
].flatMap((name) => [`${name}.gte=0`, `${name}.lte=1`]);

/** A query string with every condition on tracks, which no track meets. */
export const everyCondition = [
  "text=Ann&source=library&kind=speech&key=9&mode=0&timeSignature=4&keyIn=8A&genre=House&artist=Ann&album=Hits&albumArtist=Ann&composer=Bea&label=Cid&folder=Jazz&format=FLAC&server=home&bitRateKbps.gte=1&bitRateKbps.lte=9&addedAt.gte=2026-11-26&addedAt.lte=2026-11-26T19:30:00Z&hasFile=true&isFavourite=true&isPlayed=true&rating.gte=1&rating.lte=5&playCount.gte=0&playCount.lte=9&playedAt.gte=2026-11-26&playedAt.lte=2026-11-27&favouriteAt.gte=2026-11-26&favouriteAt.lte=2026-11-27&presence=any&foldTempo=true&year.gte=1990&year.lte=1991&camelotCompatibleWith=8A",
  ...ranges,
].join("&");

/** The position of Ann's "One" in the order of artists. */
const place = Buffer.from(JSON.stringify(["artist", "Ann", trackKeyFrom("Ann", "One")])).toString(
  "base64url",
);

const search = "/api/audio/search?track=Money";

/** A cursor after Pink Floyd's Money, in a search for "Money". */
const afterMoney = searchCursorFrom(
  {
    trackCount: 1,
    ahead: [],
    tracksDigest: digestOfTracks([trackKeyFrom("Pink Floyd", "Money")]),
    roundCount: 1,
    missed: [],
  },
  { track: "Money" },
);

/** Browsing the tracks that have been analysed, and the pages of a search. */
export const browsingRequests: readonly DescribedRequest[] = [
  { operationId: "listTracks", status: 200, path: `${tracks}?limit=1`, given: analysed },
  { operationId: "listTracks", status: 200, path: `${tracks}?cursor=${place}` },
  { operationId: "listTracks", status: 200, path: `${tracks}?before=${place}` },
  {
    operationId: "listTracks",
    status: 200,
    path: `${tracks}?order=-energy&limit=5&collapse=performance&bom=false&comment=%7Bkey%7D&${everyCondition}`,
  },
  {
    operationId: "listTracks",
    status: 304,
    path: `${tracks}?limit=1`,
    headers: { "if-none-match": "*" },
    given: analysed,
  },
  {
    operationId: "listTracks",
    status: 200,
    path: `${tracks}?analysed=false`,
    // Only JSON: these tracks are not exported.
    headers: { accept: "application/json" },
    given: failed,
  },
  { operationId: "listTracks", status: 400, path: `${tracks}?analysed=false&order=tempo` },
  { operationId: "listTracks", status: 400, path: `${tracks}?tempo.gte=fast` },
  { operationId: "getLibrary", status: 200, path: libraryPath, given: failed },
  {
    operationId: "getLibrary",
    status: 200,
    path: libraryPath,
    async given({ application }) {
      const { signal } = new AbortController();
      await application.services.storedChecks.checkAll({ isAudioRead: false }, signal);
    },
  },
  {
    operationId: "listLibraryFailures",
    status: 200,
    path: `${libraryPath}/failures?limit=5`,
    given: failed,
  },
  {
    operationId: "listLibraryFailures",
    status: 200,
    path: `${libraryPath}/failures?cursor=${somewhere}`,
  },
  {
    operationId: "listLibraryFailures",
    status: 200,
    path: `${libraryPath}/failures?before=${somewhere}`,
  },
  {
    operationId: "listLibraryFailures",
    status: 400,
    path: `${libraryPath}/failures?limit=101`,
  },
  {
    operationId: "retryLibraryAnalyses",
    status: 200,
    path: `${libraryPath}/retry`,
    headers: json,
    body: "{}",
    given: failed,
  },
  {
    operationId: "retryLibraryAnalyses",
    status: 200,
    path: `${libraryPath}/retry`,
    headers: json,
    body: JSON.stringify({ trackKey: covered }),
    given: failed,
  },
  {
    operationId: "retryLibraryAnalyses",
    status: 400,
    path: `${libraryPath}/retry`,
    headers: json,
    body: '{"track":"One"}',
  },
  {
    operationId: "retryLibraryAnalyses",
    status: 413,
    path: `${libraryPath}/retry`,
    headers: json,
    body: JSON.stringify({ trackKey: "x".repeat(70_000) }),
  },
  { operationId: "retryLibraryAnalyses", status: 415, path: `${libraryPath}/retry`, body: "{}" },
  { operationId: "listMoods", status: 200, path: "/api/audio/moods?threshold=0.25&limit=3" },
  {
    operationId: "listMoods",
    status: 304,
    path: "/api/audio/moods",
    headers: { "if-none-match": "*" },
  },
  { operationId: "listMoods", status: 400, path: "/api/audio/moods?limit=26" },
  {
    operationId: "countFacets",
    status: 200,
    path: `/api/audio/facets?fields=genre,year,key&limit=2&${everyCondition}`,
  },
  { operationId: "countFacets", status: 200, path: "/api/audio/facets?fields=artist,key" },
  {
    operationId: "countFacets",
    status: 304,
    path: "/api/audio/facets?fields=source",
    headers: { "if-none-match": "*" },
  },
  { operationId: "countFacets", status: 400, path: "/api/audio/facets?fields=colour" },
  {
    operationId: "searchTracks",
    status: 200,
    path: `${search}&limit=1`,
    given: ({ otherProvider }) => otherProvider.replyWith([candidate("Ann", "Money, Money")]),
  },
  {
    operationId: "searchTracks",
    status: 200,
    path: `${search}&cursor=${afterMoney}`,
    given: ({ provider }) => provider.replyWith([candidate("Pink Floyd", "Money")]),
  },
  { operationId: "searchTracks", status: 400, path: `${search}&cursor=wrong` },
  {
    operationId: "searchTracks",
    status: 200,
    path: "/api/audio/search?q=ann&in=library&limit=1",
    given: analysed,
  },
  { operationId: "searchTracks", status: 200, path: "/api/audio/search?q=overt&limit=1" },
  { operationId: "searchTracks", status: 200, path: "/api/audio/search?q=descr" },
  { operationId: "searchTracks", status: 400, path: `${search}&q=money` },
];
