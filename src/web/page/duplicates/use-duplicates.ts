import { useEffect, useRef, useState } from "preact/hooks";
import {
  DuplicatesPageDocument,
  type DuplicatesPageQuery,
  type DuplicatesPageQueryVariables,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import type { GroupConditions } from "./duplicates-address.js";

type DuplicatesPage = DuplicatesPageQuery["duplicates"];

/** A group with its cursor. */
export type ShownGroup = DuplicatesPage["edges"][number];

/** The groups of duplicates that were loaded. */
export interface DuplicateGroups {
  readonly groups: readonly ShownGroup[];
  /** Of all groups, how many there are and what they would free; `null` before the first answer. */
  readonly page: Pick<DuplicatesPage, "totalCount" | "bytesToFree"> | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly problem: unknown;
  readonly showMore: () => void;
  readonly retry: () => void;
}

const PAUSE_MS = 250;
const GROUPS_PER_PAGE = 20;

/** Lists the groups that meet conditions, a page at a time. */
export function useDuplicates(conditions: GroupConditions): DuplicateGroups {
  const [page, setPage] = useState<DuplicatesPage | null>(null);
  const [groups, setGroups] = useState<readonly ShownGroup[]>([]);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<unknown>(null);
  const last = useRef<AbortController | null>(null);
  const load = async (after: string | null): Promise<void> => {
    // An answer to earlier conditions must not come after that to later ones.
    last.current?.abort();
    const { signal } = (last.current = new AbortController());
    setLoading(true);
    try {
      const variables = { ...variablesOf(conditions), after };
      const { duplicates } = await request(DuplicatesPageDocument, variables, signal);
      setProblem(null);
      setPage(duplicates);
      setGroups((shown) => (after === null ? duplicates.edges : [...shown, ...duplicates.edges]));
    } catch (reason) {
      if (signal.aborted) return;
      setProblem(reason);
    }
    setLoading(false);
  };
  useEffect(() => {
    const timer = setTimeout(() => void load(null), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      last.current?.abort();
    };
  }, [conditions]);
  return {
    ...{ groups, page, isLoading, problem },
    hasMore: page?.pageInfo.hasNextPage ?? false,
    showMore: () => void load(page?.pageInfo.endCursor ?? null),
    retry: () => void load(null),
  };
}

function variablesOf(conditions: GroupConditions): DuplicatesPageQueryVariables {
  const { kind, minScore, folder, order } = conditions;
  return {
    first: GROUPS_PER_PAGE,
    kind: kind === "" ? null : kind,
    minScore,
    folder: folder.trim() === "" ? null : folder.trim(),
    orderBy: order,
  };
}
