import { Readable } from "node:stream";
import { Command } from "commander";
import { correctionFields } from "../../domain/analysis/correction-field.js";
import { correctionLabelFrom } from "../../domain/analysis/correction-label.js";
import {
  parseCorrectionList,
  type Correction,
  type CorrectionChanges,
} from "../../domain/analysis/corrections.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import type { CommandContext } from "../command-context.js";

interface CorrectOptions {
  readonly undo: readonly string[];
  readonly undoAll?: boolean;
}

/** `overtone correct TRACK FIELD=VALUE …`: states what is true of a recording. */
export function correctCommand(context: CommandContext): Command {
  return new Command("correct")
    .description("State what is true of a recording, in place of what was measured")
    .argument("<track>", "the id of a recording (rec:…), or a track key")
    .argument(
      "[values...]",
      `field=value, e.g. tempo=double tempo=174 key="A minor" key=none valence=0.8; fields: ${correctionFields.join(", ")}`,
    )
    .option("--undo <field>", "take back what was stated of a field; may be repeated", collect, [])
    .option("--undo-all", "take back all that was stated of the recording")
    .action((track: string, values: readonly string[], options: CorrectOptions) =>
      correct(context, track, values, options),
    );
}

const collect = (field: string, fields: readonly string[]): readonly string[] => [...fields, field];

/** @throws {InvalidInputError} nothing is stated, or a value is malformed */
async function correct(
  context: CommandContext,
  track: string,
  values: readonly string[],
  { undo, undoAll = false }: CorrectOptions,
): Promise<void> {
  const ref = parseTrackRef(track, "track");
  if (undoAll && (values.length > 0 || undo.length > 0)) {
    throw new InvalidInputError("undo-all", "must not be given together with values or --undo");
  }
  const changes = undoAll ? undefined : changesFrom(values, undo);
  await context.withServices(async ({ corrections }) => {
    const corrected = await (changes
      ? corrections.correct(ref, changes)
      : corrections.takeBack(ref));
    const { artist, trackName, recordingId } = corrected.analysis;
    context.print(`${artist} - ${trackName} (${recordingId})`);
    if (corrected.corrections.length === 0) context.print("  as it was measured");
    for (const correction of corrected.corrections) context.print(`  ${lineOf(correction)}`);
  });
}

function changesFrom(values: readonly string[], undo: readonly string[]): CorrectionChanges {
  const stated = values.map((value) => {
    const at = value.indexOf("=");
    if (at < 1) throw new InvalidInputError("values", "must be of the form field=value");
    return [value.slice(0, at), value.slice(at + 1)] as const;
  });
  return parseCorrectionList([...stated, ...undo.map((field) => [field, null] as const)]);
}

const lineOf = ({ field, value, measured }: Correction): string =>
  `${field} = ${value ?? "none"}  (otherwise ${measured ?? "none"})`;

/** `overtone corrections list|export`: shows what is stated of all recordings. */
export function correctionsCommand(context: CommandContext): Command {
  const corrections = new Command("corrections").description(
    "List and export what users state about recordings",
  );
  corrections
    .command("list")
    .description("List what is stated, by recording")
    .option("--json", "print a JSON line per recording")
    .action(({ json = false }: { readonly json?: boolean }) => list(context, json));
  corrections
    .command("export")
    .description("Write what is stated as labels, which `npm run evaluate` reads")
    .option("--output <file>", "the file to write, in place of standard output")
    .action(({ output }: { readonly output?: string }) => exportLabels(context, output));
  return corrections;
}

async function list(context: CommandContext, asJson: boolean): Promise<void> {
  await context.withServices(async ({ corrections }) => {
    for (const { recordingId, stated, statedAt, analysis } of await corrections.list()) {
      const { artist = null, trackName = null } = analysis ?? {};
      if (asJson) {
        const time = new Date(statedAt).toISOString();
        context.print(
          JSON.stringify({ recordingId, artist, trackName, statedAt: time, corrections: stated }),
        );
        continue;
      }
      const name = analysis ? `${artist} - ${trackName}` : "not analysed now";
      const values = Object.entries(stated).map(([field, value]) => `${field}=${value ?? "none"}`);
      context.print(`${recordingId}  ${name}  ${values.join(", ")}`);
    }
  });
}

async function exportLabels(context: CommandContext, output: string | undefined): Promise<void> {
  await context.withServices(async ({ corrections }) => {
    const labels = (await corrections.list()).map(({ recordingId, stated, file }) =>
      correctionLabelFrom({ recordingId, file: file ? absolutePathOf(file) : null }, stated),
    );
    const lines = labels.map((label) => `  ${JSON.stringify(label)}`).join(",\n");
    const text = labels.length === 0 ? "[]\n" : `[\n${lines}\n]\n`;
    const content = Readable.from([Buffer.from(text)]);
    await (output === undefined ? context.send(content) : context.saveFile(output, content));
  });
}
