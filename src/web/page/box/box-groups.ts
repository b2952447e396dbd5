import { addressOf } from "../parts/library-address.js";
import { trackAddressOf } from "../parts/track-address.js";
import type { BoxAnswer } from "./use-box.js";

/** The kinds of what the box finds; `everywhere` leads to the search that also asks the providers. */
export type BoxKind = "tracks" | "artists" | "albums" | "genres" | "folders" | "everywhere";

/** One row below the box. */
export interface BoxOption {
  readonly address: string;
  readonly name: string;
  /** What stands behind the name; empty where there is nothing. */
  readonly detail: string;
  /** How many tracks there are; `null` where it is one. */
  readonly trackCount: number | null;
  readonly thumbnailUrl: string | null;
}

/** Rows of one kind. */
export interface BoxGroup {
  readonly kind: BoxKind;
  readonly options: readonly BoxOption[];
}

/** Returns the address of the view that searches for words everywhere. */
export const everywhereAddress = (words: string): string => `#/search/${encodeURIComponent(words)}`;

/** Returns the rows below the box, kind by kind; kinds without any are left out. */
export function groupsOf({ words, found }: BoxAnswer): readonly BoxGroup[] {
  const everywhere = option(everywhereAddress(words), words, {});
  const groups: readonly BoxGroup[] = [
    {
      kind: "tracks",
      options: (found?.nodes ?? []).map((track) => {
        const { trackName, artist, album, thumbnailUrl } = track;
        const detail = album === null ? artist : `${artist} · ${album}`;
        return option(`#/track/${trackAddressOf(track)}`, trackName, { detail, thumbnailUrl });
      }),
    },
    {
      kind: "artists",
      options: (found?.artists ?? []).map(({ name, trackCount }) =>
        option(addressOf("artist", name), name, { trackCount }),
      ),
    },
    {
      kind: "albums",
      options: (found?.albums ?? []).map(({ name, artist, trackCount }) =>
        option(addressOf("album", name), name, { detail: artist ?? "", trackCount }),
      ),
    },
    {
      kind: "genres",
      options: (found?.genres ?? []).map(({ name, trackCount }) =>
        option(addressOf("genre", name), name, { trackCount }),
      ),
    },
    {
      kind: "folders",
      options: (found?.folders ?? []).map(({ name, trackCount }) =>
        option(addressOf("folder", name), name, { trackCount }),
      ),
    },
    { kind: "everywhere", options: [everywhere] },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const option = (
  address: string,
  name: string,
  {
    detail = "",
    trackCount = null,
    thumbnailUrl = null,
  }: Partial<Pick<BoxOption, "detail" | "trackCount" | "thumbnailUrl">>,
): BoxOption => ({ address, name, detail, trackCount, thumbnailUrl });
