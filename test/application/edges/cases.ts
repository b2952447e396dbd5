import {
  asCaller,
  byFileName,
  byId,
  byNames,
  byOtherId,
  overHttp,
  type EdgeCase,
} from "./edge-case.js";
import {
  ALLOWED,
  FOUND,
  FOUND_IN_FORM,
  INVALID,
  NO_IDS,
  NO_KEYS,
  NO_METHOD,
  NO_NAMES,
  NO_PATH,
  NO_READER,
  NOT_FOUND,
  TOO_LARGE,
  UNAUTHENTICATED,
  type Expected,
  type Otherwise,
} from "./expected.js";
import { preflight, requested } from "./http-edges.js";
import { fileNames, namedFiles, type FileName } from "./names.js";
import { FORGOTTEN, overIpv6, UNKNOWN_MBID } from "./stage.js";

const FOUND_BY_NAMES: Expected = { ...FOUND, ...NO_NAMES };
const FOUND_BY_ID: Expected = { ...FOUND, ...NO_IDS };
const REFUSED_NAMES: Expected = { ...INVALID, ...NO_NAMES };

/** A search finds other spellings; Subsonic names a song exactly, as a key does, and a file has the names that are sent. */
const FOUND_BY_SEARCH: Expected = {
  ...FOUND_BY_NAMES,
  "file as body": "as sent",
  "file in form": "as sent",
  Subsonic: "200 error 70",
};

/** What differs from `FOUND_BY_NAMES`, by the name of a file. */
const OTHERWISE: Partial<Readonly<Record<FileName, Otherwise>>> = {
  // A query has at most 200 letters. Names that lead to a track, and not to a search, are taken whole.
  "a title of 1,000 letters": {
    ...REFUSED_NAMES,
    "file as body": "found",
    "file in form": "found",
    Subsonic: "found",
  },
};

const LONG = "a".repeat(4_097);

const JOGA = { artist: "Björk", track: "Jóga" };

/** An operation that is larger than any body of JSON may be. */
const LARGE_REQUEST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: "x".repeat(3_000_000) }),
};

/** Every case, in the order of the table's rows. */
export const edgeCases: readonly EdgeCase[] = [
  ...fileNames.flatMap((file) => [
    byNames(`${file}, by its names`, file, { ...FOUND_BY_NAMES, ...OTHERWISE[file] }),
    byId(`${file}, by its id`, file, FOUND_BY_ID),
  ]),
  byNames("ss for ß", "ß", FOUND_BY_SEARCH, { artist: "Die Arzte", track: "Weisse Strasse" }),
  byNames("letters without marks", "letters apart from their marks", FOUND_BY_SEARCH, {
    artist: "sigur ros",
    track: "hoppipolla",
  }),
  byNames(
    "letters that are one with their marks",
    "letters apart from their marks",
    FOUND_BY_NAMES,
    {
      artist: "Sigur Rós",
      track: "Hoppípolla",
    },
  ),
  byNames("i for dotless and dotted i", "dotless and dotted i", FOUND_BY_SEARCH, {
    artist: "isin karaca",
    track: "istanbul isigi",
  }),
  byNames("other sigmas", "final sigma", FOUND_BY_SEARCH, {
    artist: "Σίσυφος",
    track: "ΟΔΟΣ ΟΝΕΙΡΩΝ",
  }),
  byNames("Cyrillic look-alikes", "a slash", FOUND_BY_SEARCH, {
    artist: "АС/DС",
    track: "Т.N.Т./Encore",
  }),
  byNames("plain width", "full width", FOUND_BY_SEARCH, {
    artist: "YOASOBI",
    track: "夜に駆ける",
  }),
  byNames("single spaces", "several spaces", FOUND_BY_NAMES, {
    artist: "Padded Artist",
    track: "No Break Spaces",
  }),
  byNames(
    "controls of direction that are sent",
    "controls of direction",
    FOUND_BY_NAMES,
    namedFiles["controls of direction"].tagged,
  ),
  byNames("tabs and line breaks that are sent", "control characters", FOUND_BY_NAMES, {
    artist: "Tab\tBand",
    track: "Line\nBreak",
  }),
  byNames("a null character", "a slash", REFUSED_NAMES, { artist: "AC\0DC", track: "T.N.T.\0" }),
  byNames("a title of 4,097 letters", "a slash", REFUSED_NAMES, { artist: "AC/DC", track: LONG }),
  byNames(
    "an empty title",
    "a slash",
    // A filter of words has no title of its own, and a query of fields leaves an empty one out.
    {
      ...REFUSED_NAMES,
      Subsonic: "200 error 10",
      Spotify: "found",
      AudioMuse: "found",
      "command line": "found",
    },
    { artist: "AC/DC", track: "" },
  ),
  byNames(
    "an empty artist",
    "ß",
    // A key is of both names, and a file without tags is named by both.
    {
      ...FOUND_BY_NAMES,
      Subsonic: "200 error 10",
      "file as body": "400 INVALID_INPUT",
      "file in form": "400 INVALID_INPUT",
    },
    { artist: "", track: "Weiße Straße" },
  ),
  byFileName("a file name in UTF-8", Buffer.from("Björk - Jóga.wav"), JOGA, FOUND_IN_FORM),
  byFileName(
    "a file name in Latin-1",
    Buffer.from("Björk - Jóga.wav", "latin1"),
    JOGA,
    FOUND_IN_FORM,
  ),
  byFileName(
    "a file name as browsers escape it",
    Buffer.from("Prince - 12%22 Mix.wav"),
    { artist: "Prince", track: '12" Mix' },
    FOUND_IN_FORM,
  ),
  // It is in no list, and answered by its id; no tag has a MusicBrainz id of it.
  {
    name: "a forgotten upload, by its id",
    ask: (edge, { caller, forgotten }) => edge.byId?.(caller, forgotten),
    found: FORGOTTEN,
    expected: { ...FOUND_BY_ID, AcousticBrainz: NOT_FOUND.AcousticBrainz },
  },
  byOtherId("an unknown id", { trackKey: "0123456789abcdef", mbid: UNKNOWN_MBID }, NOT_FOUND),
  byOtherId(
    "a malformed id",
    { trackKey: "none", mbid: "none" },
    // Any text may be the id of a song on a music server.
    { ...INVALID, ...NO_IDS, AudioMuse: "404" },
  ),
  asCaller("no key", ({ caller }) => ({ ...caller, token: undefined }), {
    ...UNAUTHENTICATED,
    Subsonic: "200 error 10",
  }),
  asCaller(
    "a wrong key",
    ({ caller }) => ({ ...caller, token: `ot_live_00000000_${"0".repeat(48)}` }),
    UNAUTHENTICATED,
  ),
  asCaller("a key that may only write", ({ callerWith }) => callerWith("write"), NO_READER),
  asCaller("a key that may only read", ({ callerWith }) => callerWith("read"), {
    ...FOUND,
    ...NO_KEYS,
    "file as body": "403 FORBIDDEN",
    "file in form": "403 FORBIDDEN",
  }),
  asCaller("an IPv6 address", ({ caller }) => overIpv6(caller), { ...FOUND, ...NO_KEYS }),
  overHttp(
    "an unknown path or command",
    (caller, path) => requested(caller, `${path}/nothing/at-all`),
    { ...NO_PATH, "command line": "exit 2" },
    (edge, { caller }) => edge.unknown?.(caller),
  ),
  overHttp(
    "an unknown method",
    (caller, path) => requested(caller, path, { method: "PATCH" }),
    NO_METHOD,
  ),
  overHttp(
    "a body or message that is too large",
    (caller, path) => requested(caller, path, LARGE_REQUEST),
    TOO_LARGE,
    (edge, { caller }) => edge.tooMuch?.(caller),
  ),
  overHttp("a preflight with any header", preflight, ALLOWED),
];
