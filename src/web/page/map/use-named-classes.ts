import { useEffect, useMemo, useState } from "preact/hooks";
import { loadColumns, type LoadedColumns } from "../columns/load-columns.js";
import { LibraryValuesDocument } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useTexts } from "../texts/language.js";
import type { ColourName } from "./map-choice.js";
import { MOODS, type NamedClasses } from "./map-colours.js";

/** As many genres as have a colour: the most frequent ones. */
const GENRES = 4;

/** A mood counts from this value on. */
const MIN_MOOD = 0.5;

/** The classes by which tracks are coloured: the strongest mood, or the genre; `null` for other colours, and until they are known. */
export function useNamedClasses(name: ColourName, loaded: LoadedColumns): NamedClasses | null {
  const { fields } = useTexts();
  const [genres, setGenres] = useState<NamedClasses | null>(null);
  useEffect(() => {
    setGenres(null);
    if (name !== "GENRE") return undefined;
    const abort = new AbortController();
    loadGenres(loaded, abort.signal).then(setGenres, () => undefined);
    return () => {
      abort.abort();
    };
  }, [name, loaded]);
  const moods = useMemo(() => {
    if (name !== "MOOD") return null;
    const names = [fields.happy, fields.sad, fields.relaxed, fields.aggressive];
    return { names, classOf: strongestMood(loaded) };
  }, [name, loaded, fields]);
  return name === "GENRE" ? genres : moods;
}

/** Returns which mood of a track is the strongest; -1 where none is strong. */
function strongestMood(loaded: LoadedColumns): (index: number) => number {
  const columns = MOODS.map((mood) => loaded.column(mood));
  return (index) => {
    const values = columns.map((column) => column[index] ?? NaN);
    const strongest = Math.max(...values.filter((value) => !Number.isNaN(value)));
    return strongest >= MIN_MOOD ? values.indexOf(strongest) : -1;
  };
}

/** Loads which tracks have the most frequent genres. */
async function loadGenres(loaded: LoadedColumns, signal: AbortSignal): Promise<NamedClasses> {
  const wanted = { fields: ["GENRE"], first: GENRES } as const;
  const { facets } = await request(LibraryValuesDocument, wanted, signal);
  const found = facets.facets.flatMap(({ values }) => values);
  const names = found.map(({ value }) => value);
  const classes = new Int8Array(loaded.count).fill(-1);
  const places = placesOf(loaded);
  for (const [place, name] of names.entries()) {
    // Any field: only the ids are of interest.
    const { count, ids } = await loadColumns(["TEMPO"], signal, { genre: [name] });
    for (let index = 0; index < count; index += 1) {
      const at = places.get(idAt(ids, index));
      if (at !== undefined) classes[at] = place;
    }
  }
  return { names, classOf: (index) => classes[index] ?? -1 };
}

const idAt = (ids: Uint8Array, index: number): bigint =>
  new DataView(ids.buffer, ids.byteOffset).getBigUint64(8 * index);

function placesOf({ count, ids }: LoadedColumns): ReadonlyMap<bigint, number> {
  const places = new Map<bigint, number>();
  for (let index = 0; index < count; index += 1) places.set(idAt(ids, index), index);
  return places;
}
