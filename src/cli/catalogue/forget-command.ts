import { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackRef, type TrackRef } from "../../domain/track/track-ref.js";
import { isoTimeOrNull } from "../../http/iso-time.js";
import type { ForgettingService } from "../../services/analysis/forgetting-service.js";
import type { CommandContext } from "../command-context.js";
import { printFileFailure } from "../failure-report.js";

interface ForgetOptions {
  /** False with `--no-keep`. */
  readonly keep: boolean;
  readonly undo?: boolean;
  readonly json?: boolean;
}

/** What became of a track that was named, as a line of text and as one of JSON. */
interface Report {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** `overtone forget TRACK…`: takes uploads, and other recordings without a file in the library, out of all lists. */
export function forgetCommand(context: CommandContext): Command {
  return new Command("forget")
    .description("Take uploads, and other recordings without a file in the library, out of lists")
    .argument("<track...>", "ids of recordings (rec:…), or track keys")
    .option("--no-keep", "remove what was measured at once, in place of after KEEP_GONE_DAYS")
    .option("--undo", "let them return")
    .option("--json", "print a JSON line per track")
    .action((tracks: readonly string[], options: ForgetOptions) =>
      forget(context, tracks, options),
    );
}

/** @throws {InvalidInputError} an id is malformed, or `--undo` is given with `--no-keep` */
async function forget(
  context: CommandContext,
  tracks: readonly string[],
  { keep: isKept, undo = false, json = false }: ForgetOptions,
): Promise<void> {
  if (undo && !isKept) {
    throw new InvalidInputError("undo", "must not be given together with --no-keep");
  }
  const refs = tracks.map((track) => parseTrackRef(track, "track"));
  await context.withServices(async ({ forgetting }) => {
    for (const ref of refs) {
      try {
        const report = await (undo
          ? restored(forgetting, ref)
          : forgotten(forgetting, ref, isKept));
        context.print(json ? JSON.stringify({ track: ref, ...report.json }) : report.text);
      } catch (error) {
        const { code, message } = printFileFailure(context, ref, error);
        if (json) context.print(JSON.stringify({ track: ref, error: { code, message } }));
      }
    }
  });
}

async function forgotten(
  service: ForgettingService,
  ref: TrackRef,
  isKept: boolean,
): Promise<Report> {
  const { recordingId, artist, trackName, ...times } = await service.forget(ref, { isKept });
  const [goneAt, keptUntil] = [isoTimeOrNull(times.goneAt), isoTimeOrNull(times.keptUntil)];
  return {
    text: `${artist} - ${trackName} (${recordingId}): ${outcomeText(goneAt, keptUntil)}`,
    json: { recordingId, artist, trackName, goneAt, keptUntil },
  };
}

function outcomeText(goneAt: string | null, keptUntil: string | null): string {
  if (goneAt === null) return "removed, with what was measured";
  if (keptUntil === null) return "gone; its analysis is kept";
  return `gone; its analysis is kept until ${keptUntil.slice(0, 10)}`;
}

async function restored(service: ForgettingService, ref: TrackRef): Promise<Report> {
  const { recordingId, artist, trackName } = await service.restore(ref);
  return {
    text: `${artist} - ${trackName} (${recordingId}): listed again`,
    json: { recordingId, artist, trackName, goneAt: null, keptUntil: null },
  };
}
