import { useEffect, useState } from "preact/hooks";
import {
  LibraryValuesDocument,
  type FacetField,
  type LibraryValuesQuery,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { COUNTED_FIELDS } from "./track-conditions.js";

const MAX_VALUES = 200;

/** A value that analysed tracks have, and how many have it. */
type CountedValue = LibraryValuesQuery["facets"]["facets"][number]["values"][number];

/** Returns the values of a field that the analysed tracks have; none where they cannot be read. */
export type ValuesOf = (field: FacetField) => readonly CountedValue[];

/** Counts the values of the fields that the list of the library has choices of. */
export function useCountedValues(analysed: number): ValuesOf {
  const [facets, setFacets] = useState<LibraryValuesQuery["facets"]["facets"]>([]);
  useEffect(() => {
    const abort = new AbortController();
    request(
      LibraryValuesDocument,
      { fields: COUNTED_FIELDS, first: MAX_VALUES },
      abort.signal,
    ).then(
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
