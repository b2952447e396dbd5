import { useEffect, useState } from "preact/hooks";
import {
  LibraryValuesDocument,
  type FacetField,
  type LibraryValuesQuery,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";

const MAX_VALUES = 200;

/** A value that analysed tracks have, and how many have it. */
type CountedValue = LibraryValuesQuery["facets"]["facets"][number]["values"][number];

/** Returns the values of a field that the analysed tracks have; none where they cannot be read. */
export type ValuesOf = (field: FacetField) => readonly CountedValue[];

/** Counts the genres and the formats of the analysed tracks. */
export function useCountedValues(analysed: number): ValuesOf {
  const [facets, setFacets] = useState<LibraryValuesQuery["facets"]["facets"]>([]);
  useEffect(() => {
    const abort = new AbortController();
    request(LibraryValuesDocument, { first: MAX_VALUES }, abort.signal).then(
      ({ facets: { facets: counted } }) => {
        setFacets(counted);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
    };
  }, [analysed]);
  return (wanted) => facets.find(({ field }) => field === wanted)?.values ?? [];
}
