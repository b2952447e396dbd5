import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { hasRows } from "../keep/use-playlists.js";
import { useSession } from "../session/session.js";
import type { ShownRow } from "../table/shown-track.js";
import { TrackTable } from "../table/track-table.js";
import { useTexts } from "../texts/language.js";
import type { LoadedPlaylist, LoadedRow } from "./load-playlist.js";
import { RowEditor, type EditedRow } from "./row-editor.js";
import type { PlaylistState } from "./use-playlist.js";

interface PlaylistTableProps {
  readonly loaded: LoadedPlaylist;
  readonly state: PlaylistState;
}

/** The rows of a playlist, which are moved and removed by who may write. */
export function PlaylistTable({ loaded, state }: PlaylistTableProps): JSX.Element {
  const { playlists: texts } = useTexts();
  const { mayWrite } = useSession();
  const { facts, rows, totalCount } = loaded;
  const { change, isWorking } = state;
  const places = useMemo(() => new Map(rows.map(placed)), [rows]);
  const placeOf = ({ rowId }: ShownRow): number => places.get(rowId ?? "") ?? 0;
  const numbersOf = (chosen: readonly ShownRow[]): number[] =>
    chosen.flatMap((row) => rows[placeOf(row)]?.number ?? []);
  const move = (chosen: readonly ShownRow[], at: number): void => {
    const last = totalCount - chosen.length;
    const place = Math.min(last, Math.max(0, at));
    change({ edits: [{ move: { rows: numbersOf(chosen), at: place } }] });
  };
  const isEditable = mayWrite && hasRows(facts);
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const actions = (chosen: readonly ShownRow[]): JSX.Element => {
    const first = Math.min(...chosen.map(placeOf));
    const [one, ...others] = chosen;
    const number = one && others.length === 0 ? rows[placeOf(one)]?.number : undefined;
    return (
      <>
        <RowsButton
          name={texts.moveUp}
          isDisabled={isWorking || first === 0}
          onPress={() => {
            move(chosen, first - 1);
          }}
        />
        <RowsButton
          name={texts.moveDown}
          isDisabled={isWorking || first + chosen.length >= totalCount}
          onPress={() => {
            move(chosen, first + 1);
          }}
        />
        <RowsButton
          name={texts.remove}
          isDisabled={isWorking}
          onPress={() => {
            change({ edits: [{ remove: { rows: numbersOf(chosen) } }] });
          }}
        />
        {typeof number === "number" && (
          <>
            <RowsButton
              name={texts.noteRow}
              isDisabled={isWorking}
              onPress={() => {
                setEdited({ number, part: "note" });
              }}
            />
            <RowsButton
              name={texts.replaceRow}
              isDisabled={isWorking}
              onPress={() => {
                setEdited({ number, part: "track" });
              }}
            />
          </>
        )}
      </>
    );
  };
  return (
    <section class="part-card" aria-label={texts.tracks}>
      {totalCount === 0 && <p>{texts.noTracks}</p>}
      {isEditable && edited && (
        <RowEditor
          key={JSON.stringify(edited)}
          edited={edited}
          row={rows.find(({ number }) => number === edited.number)}
          state={state}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
      <TrackTable
        label={texts.tracks}
        rows={state.rows}
        list=""
        extra={{
          title: texts.note,
          cell: (row) => {
            const { note = "", isMissing = false } = rows[placeOf(row)] ?? {};
            return <span dir="auto">{isMissing ? `${texts.missing} ${note}` : note}</span>;
          },
        }}
        {...(isEditable && { actions })}
        {...(isEditable &&
          !isWorking && {
            onDrop: ({ own, tracks }, index) => {
              const before = own.filter((row) => placeOf(row) < index).length;
              if (own.length > 0) move(own, index - before);
              else {
                const refs = tracks.map(({ ref }) => ({ id: ref }));
                change({ edits: [{ insert: { tracks: refs, at: index } }] });
              }
            },
          })}
      />
    </section>
  );
}

const placed = ({ shown }: LoadedRow, place: number): readonly [string, number] => [
  shown?.rowId ?? "",
  place,
];

interface RowsButtonProps {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

function RowsButton({ name, isDisabled, onPress }: RowsButtonProps): JSX.Element {
  return (
    <button type="button" disabled={isDisabled} onClick={onPress}>
      {name}
    </button>
  );
}
