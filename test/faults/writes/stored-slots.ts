import { isDeepStrictEqual } from "node:util";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import type { LibraryFile } from "../../../src/domain/library/library-file.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../../../src/adapters/storage/analyses/sql-correction-store.js";
import { RecentRecordings } from "../../../src/adapters/storage/analyses/recent-recordings.js";
import type { RevisedPlaylist } from "../../../src/ports/playlists/playlist-store.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { SqlPlaylistStore } from "../../../src/adapters/storage/playlists/sql-playlist-store.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../contracts/library-store.contract.js";

/** The number of things of each kind. */
export const SLOTS = 8;

/** Files of a folder, which are stored at once. */
const FILES = 40;

export const kinds = ["analysis", "correction", "playlist", "folder"] as const;

export type Kind = (typeof kinds)[number];

/** A thing that is stored again and again, each time as another version of itself. */
interface StoredKind {
  write(slot: number, version: number): Promise<unknown>;
  /** Returns what the store has, in a form that only one version has. */
  read(slot: number): Promise<unknown>;
  /** Returns what `read` returns of a version. */
  expected(slot: number, version: number): unknown;
}

/** Returns how things of all kinds are written to a database and read again. */
export function storedKinds(database: Database): Readonly<Record<Kind, StoredKind>> {
  const recent = new RecentRecordings();
  const analyses = new SqlAnalysisStore({ database, recent });
  const corrections = new SqlCorrectionStore({ database, recent });
  const files = new SqlLibraryStore({ database, recent });
  const playlists = new SqlPlaylistStore({ database });
  return {
    analysis: {
      write: (slot, version) => analyses.save(analysisAt("Measured", slot, version)),
      read: async (slot) => {
        const { recordingId } = analysisAt("Measured", slot, 0);
        const [[analysis], [timeline]] = [
          await analyses.findMany([recordingId]),
          await analyses.findTimelines([recordingId]),
        ];
        return { ...analysis, timeline };
      },
      expected: (slot, version) => analysisAt("Measured", slot, version),
    },
    correction: {
      write: async (slot, version) => {
        const measured = analysisAt("Corrected", slot, 0);
        if (version === 0) await analyses.save(measured);
        const options = { at: version, deliveriesOf: () => [] };
        return corrections.change(measured.recordingId, () => statedAt(version), options);
      },
      read: async (slot) => {
        const { recordingId } = analysisAt("Corrected", slot, 0);
        const all = await corrections.list();
        const stated = all.find((corrected) => corrected.recordingId === recordingId);
        const [analysis] = await analyses.findMany([recordingId]);
        return {
          stated: stated?.stated,
          at: stated?.statedAt,
          answered: analysis?.estimates.tempo.value,
        };
      },
      expected: (_, version) => {
        const stated = statedAt(version);
        return { stated, at: version, answered: stated.tempo };
      },
    },
    playlist: {
      write: (slot, version) =>
        version === 0
          ? playlists.add(playlistAt(slot, version))
          : playlists.change(playlistAt(slot, version)),
      read: async (slot) => {
        const found = await playlists.find(playlistAt(slot, 0).id);
        if (found === undefined) return undefined;
        const { rows, ...playlist } = found;
        const kept = await playlists.findRevision(found.id, found.revision);
        return { ...playlist, order: rows ?? kept?.order, added: [] };
      },
      expected: playlistAt,
    },
    folder: {
      write: (slot, version) => files.save(folderAt(slot, version)),
      read: async (slot) => {
        const stored = await files.listFolder(folderOf(slot));
        return stored.map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes]).sort();
      },
      expected: (slot, version) =>
        folderAt(slot, version)
          .map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes])
          .sort(),
    },
  };
}

/** Returns which of some versions is stored, or `undefined` where none is. */
export async function versionOf(
  kind: StoredKind,
  slot: number,
  versions: readonly number[],
): Promise<number | undefined> {
  const found = await kind.read(slot);
  return versions.find((version) => isDeepStrictEqual(found, kind.expected(slot, version)));
}

function analysisAt(artist: string, slot: number, version: number): Analysis {
  const loudness = Array.from({ length: 200 }, (_, second) => -1 - ((version + second) % 60));
  return {
    ...analysisOf(artist, `Track ${slot}`, { tempo: 60 + version / 1000 }),
    beats: Array.from({ length: 400 }, (_, beat) => version + beat / 2),
    timeline: { ...emptyTimeline, loudnessCurve: { hopSeconds: 1, values: loudness } },
  };
}

const statedAt = (version: number) => ({ tempo: 70 + (version % 100) });

function playlistAt(slot: number, version: number): RevisedPlaylist {
  return {
    ...{ id: `pl_${slot}`, owner: "0a1b2c3d", name: `Playlist ${slot} as ${version}`, note: "" },
    ...{ revision: 1 + version, undoRevision: null, nextRow: 1, order: null, added: [] },
    recipe: {
      ...{ filter: {}, order: "tempo", length: 1 + (version % 100) },
      ...{ seeds: [], exclude: [], path: null },
    },
    ...{ isWritten: false, createdAt: 0, changedAt: version },
  };
}

const folderOf = (slot: number): string => `/music/${slot}`;

function folderAt(slot: number, version: number): readonly LibraryFile[] {
  return Array.from({ length: FILES }, (_, file) =>
    fileOf(`Artist ${slot}`, `Track ${file}`, { folder: folderOf(slot), sizeBytes: version }),
  );
}
