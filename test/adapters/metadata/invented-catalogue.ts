/** An invented recording. */
export interface InventedRecording {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly seconds: number;
}

/** Invented recordings: three share a word, and three a whole title. */
const inventedRecordings: readonly InventedRecording[] = [
  { artist: "The Paper Lanterns", title: "Harbour Lights", album: "Low Tide", seconds: 201 },
  { artist: "The Paper Lanterns", title: "Salt", album: "Low Tide", seconds: 187 },
  { artist: "The Paper Lanterns", title: "Nine Lanterns", album: "Salt", seconds: 244 },
  { artist: "Mirabel Oake", title: "Salt", album: "Small Rooms", seconds: 158 },
  { artist: "Üllő Kvartett", title: "Salt", album: "Négy évszak", seconds: 320 },
];

/** Returns the recordings on a page, by the parameters that name its size and where it begins. */
export function pageOf<Recording>(
  recordings: readonly Recording[],
  query: URLSearchParams,
  parameters: { readonly size: string } & ({ readonly offset: string } | { readonly page: string }),
): readonly Recording[] {
  const size = Number(query.get(parameters.size));
  const start =
    "offset" in parameters
      ? Number(query.get(parameters.offset) ?? 0)
      : size * (Number(query.get(parameters.page) ?? 1) - 1);
  return recordings.slice(start, start + size);
}

/** Returns the recordings whose artist and title contain every word. */
export function inventedFor(words: string): readonly InventedRecording[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return inventedRecordings.filter(({ artist, title }) => {
    const names = `${artist} ${title}`.toLowerCase();
    return wanted.every((word) => names.includes(word));
  });
}
