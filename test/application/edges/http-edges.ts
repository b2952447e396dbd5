import { uploadPath, wav } from "../uploads/uploading.js";
import type { Caller, Edge, EdgeAnswer } from "./edge.js";

type Parameters = Readonly<Record<string, string>>;

/** Returns the headers with the key of a caller, where it has one. */
export const keyOf = ({ token }: Caller): Parameters =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

async function get(caller: Caller, path: string, parameters: Parameters = {}): Promise<Response> {
  const query = new URLSearchParams(parameters).toString();
  return fetch(`${caller.url}${path}${query && `?${query}`}`, { headers: keyOf(caller) });
}

/** What the answers of all edges over HTTP may have of a failure. */
interface FailureBody {
  readonly error?: { readonly code?: string | number } | string;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** Returns how a response refuses: its status, and its code where the body has one in words. */
export async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as FailureBody;
  const { error, errors } = body;
  const code = typeof error === "object" ? error.code : errors?.[0]?.extensions?.code;
  return typeof code === "string" ? `${response.status} ${code}` : String(response.status);
}

/** Sends a request to a path; returns its status, or how it is refused. */
export async function requested(
  caller: Caller,
  path: string,
  init: { readonly method?: string; readonly headers?: Parameters; readonly body?: string } = {},
): Promise<string> {
  const headers = { ...init.headers, ...keyOf(caller) };
  const response = await fetch(caller.url + path, { ...init, headers });
  return response.ok ? String(response.status) : refusalOf(response);
}

/** Headers that client libraries and tracers add to what a page sends, and one that nobody knows. */
const ASKED_HEADERS = ["apollographql-client-name", "traceparent", "x-made-up"];

/** Asks, as a browser does for a page of another site, whether a request with these headers is allowed. */
export async function preflight({ url }: Caller, path: string): Promise<string> {
  const response = await fetch(url + path, {
    method: "OPTIONS",
    headers: {
      origin: "https://page.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": ASKED_HEADERS.join(),
    },
  });
  const allowed = response.headers.get("access-control-allow-headers")?.split(/,\s*/u) ?? [];
  const isAllowed = ASKED_HEADERS.every((header) => allowed.includes(header));
  return isAllowed ? "allowed" : refusalOf(response);
}

/** Reads the names from the body of a response, or how it refuses. */
const answerOf = async <Body>(
  response: Response,
  namesIn: (body: Body) => EdgeAnswer,
): Promise<EdgeAnswer> =>
  response.status === 200 ? namesIn((await response.json()) as Body) : refusalOf(response);

interface RestTrack {
  readonly artist: string;
  readonly trackName: string;
}

const namesOfRest = ({ artist, trackName: track }: RestTrack): EdgeAnswer => ({ artist, track });

const NOTHING = "none";

const firstOfRest = ({ data: [first] }: { readonly data: readonly RestTrack[] }): EdgeAnswer =>
  first ? namesOfRest(first) : NOTHING;

const analysisOfRest = ({ data }: { readonly data: RestTrack }): EdgeAnswer => namesOfRest(data);

/** The search and the analyses over REST, with names as the contract writes them. */
export const restEdge: Edge = {
  hasKeys: true,
  path: "/api/audio/search",
  byNames: async (caller, { artist, track }) =>
    answerOf(await get(caller, "/api/audio/search", { artist, track, limit: "1" }), firstOfRest),
  byId: async (caller, { trackKey }) =>
    answerOf(await get(caller, `/api/audio/analysis/${trackKey}`), analysisOfRest),
};

/** The search over REST, with literal names, and the analysis of a key beside which the names are given. */
export const literalRestEdge: Edge = {
  hasKeys: true,
  path: "/api/audio/tracks",
  byNames: async (caller, { artist, track }) => {
    const names = { "name.artist": artist, "name.track": track };
    return answerOf(await get(caller, "/api/audio/search", { ...names, limit: "1" }), firstOfRest);
  },
  byId: async (caller, { trackKey }) =>
    answerOf(
      await get(caller, `/api/audio/analysis/${trackKey}?artist=%2B&track=`),
      analysisOfRest,
    ),
};

const post = (
  caller: Caller,
  { query = {}, body, type }: { query?: Parameters; body: Uint8Array; type: string },
): Promise<Response> =>
  fetch(`${caller.url}${uploadPath}?${new URLSearchParams(query).toString()}`, {
    method: "POST",
    headers: { ...keyOf(caller), "content-type": type },
    body: body as Uint8Array<ArrayBuffer>,
  });

/** A file as the body of a request, with its names in the URL. */
export const uploadEdge: Edge = {
  hasKeys: true,
  path: uploadPath,
  byNames: async (caller, { artist, track }) => {
    const query = { "name.artist": artist, "name.track": track };
    return answerOf(await post(caller, { query, body: wav, type: "audio/wav" }), analysisOfRest);
  },
  tooMuch: async (caller) => {
    const query = { artist: "Ann", track: "Large" };
    return refusalOf(await post(caller, { query, body: LARGE_FILE, type: "audio/wav" }));
  },
};

/** More than the limit of uploads. */
const LARGE_FILE = new Uint8Array(3_000_000);

const BOUNDARY = "between-parts";

/** Returns a form as its bytes, because clients write file names in other bytes than UTF-8. */
function formOfParts(parts: readonly (readonly [head: Uint8Array, content: Uint8Array])[]): Buffer {
  const part = ([head, content]: (typeof parts)[number]): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; `),
      head,
      Buffer.from("\r\n\r\n"),
      content,
      Buffer.from("\r\n"),
    ]);
  return Buffer.concat([...parts.map(part), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const fieldPart = (name: string, value: string) =>
  [Buffer.from(`name="${name}"`), Buffer.from(value)] as const;

const filePart = (fileName: Uint8Array, content: Uint8Array = wav) =>
  [
    Buffer.concat([Buffer.from('name="file"; filename="'), fileName, Buffer.from('"')]),
    content,
  ] as const;

const formType = `multipart/form-data; boundary=${BOUNDARY}`;

/** A file in a form, with its names in fields, or in the name of the file where these are empty. */
export const formEdge: Edge = {
  hasKeys: true,
  path: uploadPath,
  byNames: async (caller, { artist, track }) => {
    const fields = [fieldPart("artist", artist), fieldPart("track", track)];
    const body = formOfParts([...fields, filePart(Buffer.from("sent.wav"))]);
    return answerOf(await post(caller, { body, type: formType }), analysisOfRest);
  },
  byFileName: async (caller, fileName) => {
    const fields = [fieldPart("artist", ""), fieldPart("track", " ")];
    const body = formOfParts([...fields, filePart(fileName)]);
    return answerOf(await post(caller, { body, type: formType }), analysisOfRest);
  },
  tooMuch: async (caller) => {
    const body = formOfParts([filePart(Buffer.from("Ann - Large.wav"), LARGE_FILE)]);
    return refusalOf(await post(caller, { body, type: formType }));
  },
};

interface SubsonicBody {
  readonly "subsonic-response": {
    readonly error?: { readonly code: number };
    readonly sonicMatch?: readonly {
      readonly entry: { readonly artist: string; readonly title: string };
    }[];
  };
}

/** The path from a song to itself begins with it. */
function firstOfSubsonic({ "subsonic-response": answer }: SubsonicBody): EdgeAnswer {
  if (answer.error) return `200 error ${answer.error.code}`;
  const first = answer.sonicMatch?.[0]?.entry;
  return first ? { artist: first.artist, track: first.title } : NOTHING;
}

/** A song by OpenSubsonic's path from it to another, whose id is that of `stageEnd`. */
export const subsonicEdge = (endSongId: string): Edge => {
  const path = async (caller: Caller, start: Parameters): Promise<EdgeAnswer> => {
    const { token = "" } = caller;
    const key: Parameters = token === "" ? {} : { apiKey: token };
    const parameters = { ...start, ...key, endSongId, count: "2", f: "json" };
    const response = await get({ ...caller, token: undefined }, "/rest/findSonicPath", parameters);
    return answerOf(response, firstOfSubsonic);
  };
  return {
    hasKeys: true,
    path: "/rest/findSonicPath",
    byNames: (caller, { artist, track }) =>
      path(caller, { startArtist: artist, startTitle: track }),
    byId: (caller, { trackKey }) => path(caller, { startSongId: trackKey }),
  };
};

interface SpotifyTrack {
  readonly name: string;
  readonly artists: readonly { readonly name: string }[];
}

const namesOfSpotify = ({ name, artists }: SpotifyTrack): EdgeAnswer => ({
  artist: artists.map((artist) => artist.name).join(", "),
  track: name,
});

/** The search and the tracks in Spotify's format. */
export const spotifyEdge: Edge = {
  hasKeys: true,
  path: "/v1/search",
  byNames: async (caller, { artist, track }) => {
    const fields = { track, artist };
    const q = Object.entries(fields).flatMap(([field, value]) =>
      value === "" ? [] : [`${field}:${value.includes('"') ? value : `"${value}"`}`],
    );
    const response = await get(caller, "/v1/search", { q: q.join(" "), type: "track", limit: "1" });
    return answerOf<{ readonly tracks: { readonly items: readonly SpotifyTrack[] } }>(
      response,
      ({
        tracks: {
          items: [first],
        },
      }) => (first ? namesOfSpotify(first) : NOTHING),
    );
  },
  byId: async (caller, { trackKey }) =>
    answerOf(await get(caller, `/v1/tracks/${trackKey}`), namesOfSpotify),
};

interface AcousticBrainzBody {
  readonly metadata: {
    readonly tags: { readonly artist: readonly string[]; readonly title: readonly string[] };
  };
}

/** The documents of AcousticBrainz, which are asked for by MusicBrainz ids alone. */
export const acousticBrainzEdge: Edge = {
  hasKeys: true,
  path: "/api/v1/low-level",
  byId: async (caller, { mbid }) =>
    answerOf<AcousticBrainzBody>(
      await get(caller, `/api/v1/${mbid}/low-level`),
      ({ metadata: { tags } }) => ({ artist: tags.artist.join(), track: tags.title.join() }),
    ),
};

interface AudiomuseTrack {
  readonly author: string;
  readonly title: string;
}

const namesOfAudiomuse = ({ author, title }: AudiomuseTrack): EdgeAnswer => ({
  artist: author,
  track: title,
});

/** The search by words and the tracks in AudioMuse's format. */
export const audiomuseEdge: Edge = {
  hasKeys: true,
  path: "/api/search_tracks",
  byNames: async (caller, { artist, track: title }) =>
    answerOf<readonly AudiomuseTrack[]>(
      await get(caller, "/api/search_tracks", { title, artist, end: "1" }),
      ([first]) => (first ? namesOfAudiomuse(first) : NOTHING),
    ),
  byId: async (caller, { trackKey }) =>
    answerOf(await get(caller, "/api/track", { item_id: trackKey }), namesOfAudiomuse),
};
