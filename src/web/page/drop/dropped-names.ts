/** Returns artist and title of names such as "07 Artist - Title.mp3"; the artist is empty where the name has none. */
export function namesInFileName(fileName: string): {
  readonly artist: string;
  readonly track: string;
} {
  const stem = fileName.replace(/\.[^.]+$/, "").replace(/^\d{1,3}[ ._-]+(?=\D)/, "");
  const [first = "", ...rest] = stem.split(/ [-–—] /);
  return rest.length === 0
    ? { artist: "", track: first.trim() }
    : { artist: first.trim(), track: rest.join(" - ").trim() };
}
