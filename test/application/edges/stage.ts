import { networkInterfaces } from "node:os";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import type { Caller, Names, StoredIds } from "./edge.js";

/** What a library file is tagged with, and the names that every edge answers for it. */
export interface NamedFile {
  readonly tagged: Names;
  /** The same as the tags, where absent. */
  readonly answered?: Names;
}

/** The names of a track to which there are paths from all others. */
const END: Names = { artist: "Ann", track: "The End" };

/** The key of that track. */
export const endKey: TrackKey = trackKeyFrom(END.artist, END.track);

/** An upload that was forgotten. */
export const FORGOTTEN: Names = { artist: "Ann", track: "Forgotten" };

/** A MusicBrainz id that no track has. */
export const UNKNOWN_MBID = "8b5a8b44-2b3c-4b5e-9d0e-ffffffffffff";

export const answeredNames = ({ tagged, answered = tagged }: NamedFile): Names => answered;

/** Returns the id of the nth file at MusicBrainz. */
const mbidOf = (index: number): string =>
  `8b5a8b44-2b3c-4b5e-9d0e-${index.toString(16).padStart(12, "0")}`;

/** A server whose library has named files, all analysed, and which takes uploads. */
export interface Stage {
  /** Its usual caller, who may read and write. */
  readonly caller: Caller;
  /** A caller with a key of one scope. */
  readonly callerWith: (scope: "read" | "write") => Promise<Caller>;
  /** Returns the ids of a file. */
  readonly idsOf: (file: NamedFile) => StoredIds;
  /** The ids of `FORGOTTEN`. */
  readonly forgotten: StoredIds;
  close(): Promise<void>;
}

const hasIpv6 = Object.values(networkInterfaces()).some((addresses = []) =>
  addresses.some(({ address }) => address === "::1"),
);

/** Opens a server on all addresses of this machine. */
export async function openStage(files: readonly NamedFile[]): Promise<Stage> {
  const all = [...files, { tagged: END }];
  const contents = all.map(({ tagged }, index) => {
    const frames = { TPE1: tagged.artist, TIT2: tagged.track };
    const id = { UFID: `http://musicbrainz.org\0${mbidOf(index)}` };
    return [`${index}.aiff`, taggedAiff({ ...frames, ...id }, undefined, index)] as const;
  });
  const folder = await musicFolder(Object.fromEntries(contents));
  const application = await openApplicationUnderTest(
    { analyzer: new FakeAnalyzer({ tempo: 100 }), providers: undefined, sources: undefined },
    { LIBRARY_DIRS: folder, HOST: hasIpv6 ? "::" : "127.0.0.1", UPLOAD_LIMIT_MB: "1" },
  );
  const { services } = application;
  await services.library.scanAll();
  const keys = all.map((file) => keyOf(file));
  await services.analyses.requestMany(keys, { signal: new AbortController().signal });
  const issue = async (...scopes: readonly ("read" | "write")[]): Promise<Caller> => {
    const { token } = await services.access.issue({ name: scopes.join(), scopes });
    return { url: urlOf(application, "127.0.0.1"), token, services };
  };
  const caller = await issue("read", "write");
  await forgetUpload(caller, taggedAiff({}, undefined, all.length));
  return {
    caller,
    callerWith: issue,
    forgotten: { trackKey: keyOf({ tagged: FORGOTTEN }), mbid: UNKNOWN_MBID },
    idsOf: (file) => ({ trackKey: keyOf(file), mbid: mbidOf(all.indexOf(file)) }),
    async close() {
      await application.close();
      await removeMusicFolders();
    },
  };
}

/** Uploads a file as `FORGOTTEN`, and forgets it. */
async function forgetUpload({ url, token, services }: Caller, file: Uint8Array): Promise<void> {
  await fetch(`${url}/api/audio/analysis?${new URLSearchParams({ ...FORGOTTEN }).toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "audio/aiff" },
    body: Uint8Array.from(file),
  });
  await services.forgetting.forget(keyOf({ tagged: FORGOTTEN }));
}

const keyOf = (file: NamedFile): TrackKey => {
  const { artist, track } = answeredNames(file);
  return trackKeyFrom(artist, track);
};

const urlOf = ({ url }: ApplicationUnderTest, host: string): string =>
  `http://${host}:${new URL(url).port}`;

/** Returns a caller by the IPv6 address of this machine; the same one where it has none. */
export const overIpv6 = (caller: Caller): Caller => ({
  ...caller,
  url: hasIpv6 ? caller.url.replace("127.0.0.1", "[::1]") : caller.url,
});
