import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { decodingFailureText } from "../decoding/decoding-failure-text.js";
import { downloadFile } from "../parts/download-file.js";
import { formatNumber, formatShare } from "../parts/formats.js";
import { orderedRows } from "../table/ordered-rows.js";
import type { ShownRow } from "../table/shown-track.js";
import { fixedRows } from "../table/track-rows.js";
import { TrackTable } from "../table/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { analysisIn, useDropQueue, type DroppedFile } from "./drop-queue.js";
import { DroppedFileCard } from "./dropped-file-card.js";
import { csvOfDropped, droppedOfRow, rowOfDropped } from "./dropped-rows.js";

/** Several dropped files as a table, of which one can be opened; and all of them as CSV. */
export function DroppedTable(): JSX.Element {
  const { drop } = useTexts();
  const language = useLanguage();
  const { files, remove } = useDropQueue();
  const [order, setOrder] = useState<Parameters<typeof orderedRows>[1]>(FIRST_ORDER);
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = files.find(({ id }) => id === openId);
  const rows = useMemo(
    () => fixedRows(orderedRows(files.map(rowOfDropped), order, language)),
    [files, order, language],
  );
  const done = files.filter(({ state }) => analysisIn(state) !== null).length;
  const count = (number: number): string => formatNumber(language, number);
  const state = useMemo(
    () => ({ title: drop.state, cell: (row: ShownRow) => <StateCell row={row} /> }),
    [drop],
  );
  return (
    <section class="part-card drop-files" aria-labelledby="dropped-files">
      <div class="drop-table-head">
        <h2 id="dropped-files" class="part-title">
          {drop.results}
        </h2>
        <p role="status">{drop.analysedOf(count(done), count(files.length))}</p>
        <button
          type="button"
          disabled={done === 0}
          onClick={() => {
            downloadFile(new Blob([csvOfDropped(files)], { type: "text/csv" }), "overtone.csv");
          }}
        >
          {drop.saveAll}
        </button>
        <button
          type="button"
          onClick={() => {
            for (const { id } of files) remove(id);
          }}
        >
          {drop.removeAll}
        </button>
      </div>
      <TrackTable
        label={drop.results}
        rows={rows}
        list=""
        order={order}
        onOrder={setOrder}
        extra={state}
        onOpen={(row) => {
          setOpenId(droppedOfRow(row)?.id ?? null);
        }}
      />
      {opened && <OpenedFile key={opened.id} dropped={opened} />}
    </section>
  );
}

const FIRST_ORDER = { field: "TRACK_NAME", direction: "ASC" } as const;

/** The file that was opened, to which the focus goes. */
function OpenedFile({ dropped }: { readonly dropped: DroppedFile }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.focus();
  }, []);
  return (
    <div ref={frame} tabIndex={-1} class="drop-opened">
      <DroppedFileCard dropped={dropped} />
    </div>
  );
}

/** How far a file is, why it has no values, or the button that takes it off the table. */
function StateCell({ row }: { readonly row: ShownRow }): JSX.Element | null {
  const { drop } = useTexts();
  const language = useLanguage();
  const { cancel, remove } = useDropQueue();
  const dropped = droppedOfRow(row);
  if (!dropped) return null;
  const { id, file, state } = dropped;
  const isActive = state.kind === "waiting" || state.kind === "running";
  const problem =
    state.kind === "ended" && "failure" in state.result
      ? decodingFailureText(drop, state.result.failure)
      : "";
  return (
    <span class="drop-state">
      <span title={problem}>
        {state.kind === "waiting" && drop.waits}
        {state.kind === "running" && formatShare(language, state.share)}
        {state.kind === "cancelled" && drop.cancelled}
        {problem}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={isActive ? drop.cancelNamed(file.name) : drop.removeNamed(file.name)}
        onClick={() => {
          (isActive ? cancel : remove)(id);
        }}
      >
        ×
      </button>
    </span>
  );
}
