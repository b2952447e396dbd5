/** Characters that a system or a shell treats in a way of its own. */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Names of devices on Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Bytes of a name before its extension, so that all file systems take it, also behind a number. */
const MAX_BYTES = 200;

/**
 * Returns the name of the file of a playlist: its own name, made safe for every file system. A name
 * that another playlist has, as such or where letter case does not count, has the id behind it.
 */
export function playlistFileName(
  { id, name }: { readonly id: string; readonly name: string },
  others: readonly { readonly id: string; readonly name: string }[],
): string {
  const base = safeName(name);
  const isTaken = others.some(
    (other) => other.id !== id && safeName(other.name).toLowerCase() === base.toLowerCase(),
  );
  return `${isTaken ? `${base} (${id})` : base}.m3u8`;
}

function safeName(name: string): string {
  const plain = name.normalize("NFC").replace(UNSAFE, "_");
  const begun = plain.replace(/^[. -]+/, "_").replace(DEVICE, "_$&");
  let end = begun.length;
  while (new TextEncoder().encode(begun.slice(0, end)).length > MAX_BYTES) end--;
  // Half a surrogate pair is cut off, and Windows takes no dot or space at the end.
  return (
    begun
      .slice(0, end)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/[. ]+$/, "") || "playlist"
  );
}
