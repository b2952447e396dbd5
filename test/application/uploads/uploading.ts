import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Scope } from "../../../src/domain/api-key.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

/** A piece of the demo library, as its manifest says. */
interface Piece {
  readonly file: string;
  readonly trackKey: string;
}

const library = fileURLToPath(new URL("../../../src/demo/library", import.meta.url));

export const pieces = JSON.parse(
  readFileSync(join(library, "manifest.json"), "utf8"),
) as readonly Piece[];

/** Returns the path of the file of a piece. */
export const fileOf = ({ file }: Piece): string => join(library, file);

export const uploadPath = "/api/audio/analysis";

/** A track that no provider and no source has, and its names in a URL. */
export const song = {
  artist: "Ann Uploader",
  track: "My Own Song",
  trackKey: trackKeyFrom("Ann Uploader", "My Own Song"),
  query: "?artist=Ann+Uploader&track=My+Own+Song",
};

/** The start of a piece in a format without tags. */
export const wav = readFileSync(fileOf(pieces.find(({ file }) => file.endsWith(".wav"))!)).subarray(
  0,
  200_000,
);

export const wavBlob = (): Blob => new Blob([wav], { type: "audio/wav" });

/** A form of fields, and of files with their names. */
export function formOf(...parts: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName = "blob"] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

type Body = FormData | Uint8Array | ReadableStream | string;

/** An application that accepts uploads of up to 1 MB in a folder of its own, and a key for it. */
export interface Uploading {
  readonly application: ApplicationUnderTest;
  readonly analyzer: FakeAnalyzer;
  readonly token: string;
  tokenFor(...scopes: readonly Scope[]): Promise<string>;
  post(body: Body, headers?: Readonly<Record<string, string>>, query?: string): Promise<Response>;
  /** Sends the file as the body, for the song unless the query names another track. */
  postRaw(body: Uint8Array | ReadableStream, query?: string): Promise<Response>;
  /** Returns the uploads that are on the disk now. */
  filesLeft(): Promise<readonly string[]>;
  whenFilesGone(): Promise<void>;
  /**
   * Returns the uploads that this process has open; only Linux lists them. Other test files, which
   * run in other threads of the process, have files open in other folders.
   */
  openFiles(): readonly string[];
  close(): Promise<void>;
}

export async function openUploading(
  given: Parameters<typeof openApplicationUnderTest>[0] = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Uploading> {
  const folder = await mkdtemp(join(tmpdir(), "overtone-upload-"));
  const analyzer = new FakeAnalyzer({ tempo: 100 });
  const sources = [new FakeAudioSource({ lacks: [song.trackKey] })];
  const application = await openApplicationUnderTest(
    { analyzer, sources, ...given },
    { DATA_DIR: folder, UPLOAD_LIMIT_MB: "1", ...environment },
  );
  const tokenFor: Uploading["tokenFor"] = async (...scopes) =>
    (await application.services.access.issue({ name: "uploads", scopes })).token;
  const token = await tokenFor("read", "write");
  const post: Uploading["post"] = (body, headers = {}, query = "") =>
    fetch(application.url + uploadPath + query, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: body as RequestInit["body"] & {},
      ...(body instanceof ReadableStream && { duplex: "half" }),
    });
  const filesLeft = (): Promise<readonly string[]> =>
    readdir(join(folder, "uploads")).catch(() => []);
  return {
    application,
    analyzer,
    token,
    tokenFor,
    post,
    postRaw: (body, query = song.query) => post(body, { "content-type": "audio/wav" }, query),
    filesLeft,
    whenFilesGone: async () => {
      await waitUntil(async () => (await filesLeft()).length === 0);
    },
    openFiles: () => openFilesIn(folder),
    close: async () => {
      await application.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the paths of the files of a folder that this process has open. */
function openFilesIn(folder: string): readonly string[] {
  const descriptors = "/proc/self/fd";
  if (process.platform !== "linux") return [];
  return readdirSync(descriptors)
    .map((name) => targetOf(`${descriptors}/${name}`))
    .filter((path) => path.startsWith(folder));
}

/** Returns the target of a link, or an empty text where it no longer exists. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
