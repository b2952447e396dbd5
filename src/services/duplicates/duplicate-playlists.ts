import type { DuplicateFile, DuplicateGroup } from "../../domain/duplicates/duplicate-group.js";
import { NO_TIMES, type ExportedTrack } from "../../domain/export/exported-track.js";
import type { ExportService } from "../export/export-service.js";
import type { DuplicateService, DuplicateWalk } from "./duplicate-service.js";

/** Which files of groups a playlist has: those that would not be kept, or all. */
export const playlistedFiles = ["others", "all"] as const;

export type PlaylistedFiles = (typeof playlistedFiles)[number];

/** Which groups are in a playlist, and which of their files. */
interface PlaylistRequest extends DuplicateWalk {
  readonly files: PlaylistedFiles;
  readonly title: string;
}

/** A playlist of duplicates, which is read as fast as it is taken. */
interface OpenedDuplicates {
  readonly content: AsyncIterable<Uint8Array>;
  /** How many files it contains up to now. */
  readonly exported: number;
  /** How many files were left out up to now, because this server cannot read them. */
  readonly leftOut: number;
}

/** Writes the files of groups of duplicates as playlists. */
export class DuplicatePlaylists {
  constructor(
    private readonly needs: {
      readonly duplicates: Pick<DuplicateService, "walk">;
      readonly exports: Pick<ExportService, "encode">;
    },
  ) {}

  /** Opens a playlist in M3U, in the order of the groups; of each group, the file that would be kept first. */
  open({ files, title, ...request }: PlaylistRequest): OpenedDuplicates {
    const { duplicates, exports } = this.needs;
    const counts = { exported: 0, leftOut: 0 };
    async function* pages(): AsyncGenerator<readonly ExportedTrack[]> {
      for await (const groups of duplicates.walk(request)) {
        const wanted = groups.flatMap((group) => wantedOf(group, files));
        const there = wanted.filter(({ presence }) => presence === "here");
        counts.exported += there.length;
        counts.leftOut += wanted.length - there.length;
        yield there.map(({ analysis, file }) => ({ analysis, file, times: NO_TIMES }));
      }
    }
    const content = exports.encode(
      { pages: pages(), leftOut: () => counts.leftOut },
      { format: "m3u8", title },
    );
    return {
      content,
      get exported() {
        return counts.exported;
      },
      get leftOut() {
        return counts.leftOut;
      },
    };
  }
}

function wantedOf(
  { recordings }: DuplicateGroup,
  files: PlaylistedFiles,
): readonly (DuplicateFile & Pick<ExportedTrack, "analysis">)[] {
  return recordings.flatMap(({ analysis, files: own }) =>
    own.filter(({ isKept }) => files === "all" || !isKept).map((file) => ({ ...file, analysis })),
  );
}
