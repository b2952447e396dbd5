import type { Cells } from "./cells.js";
import type { OpenedLibrary } from "./scanned-library.js";

/** What the answer to an upload says. */
interface UploadAnswer {
  readonly data?: { readonly duration_ms?: number };
  readonly error?: { readonly message: string };
}

/** Uploads the content of files, under names that say nothing. */
export async function upload({ application, files }: OpenedLibrary, cells: Cells): Promise<void> {
  const { token } = await application.services.access.issue({
    name: "uploads",
    scopes: ["read", "write"],
  });
  for (const file of files) {
    const query = `artist=Upload&track=${file.number}`;
    const response = await fetch(`${application.url}/api/audio/analysis?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: new Uint8Array(file.bytes),
    });
    const { data, error } = (await response.json()) as UploadAnswer;
    const { unreadable, undecodable } = file.odd.expected ?? {};
    if (error) cells.refuse(file, "upload", error.message, unreadable ?? undecodable);
    else cells.set(file, "upload", `${data?.duration_ms} ms`, undecodable && "it is not refused");
  }
}
