import { Command } from "commander";
import { parseMusicServerName } from "../../domain/music-server/music-server.js";
import { shownStateOf, type ServerPlaylist } from "../../domain/music-server/server-playlist.js";
import { askedLogin, type LoginOptions } from "../asked-login.js";
import type { CommandContext } from "../command-context.js";
import { countOf } from "../count-of.js";
import { exitCodes } from "../failure-report.js";
import { NAMED_PLAYLIST, playlistNamed } from "./playlist-named.js";

interface SendOptions extends LoginOptions {
  readonly public?: true;
  readonly favourites?: true;
}

const NAMED_SERVER = "the music server, as `server list` shows it";

/** `overtone playlist send|servers|take-back`: keeps playlists on music servers. */
export function playlistServerCommands(context: CommandContext): readonly Command[] {
  const send = new Command("send")
    .description(
      "Keep a playlist on a music server: send it now, and whenever it changes, a recipe also after each scan",
    )
    .argument("<playlist>", NAMED_PLAYLIST)
    .argument("<server>", NAMED_SERVER)
    .option("--public", "all users of the music server see it")
    .option("--favourites", "make its songs favourites of the user, instead of a playlist")
    .option("--user <user>", "who is to own it there, whose password is asked for")
    .option("--api-key", "sign in with an API key instead, which is asked for")
    .action((named: string, server: string, options: SendOptions) =>
      keep(context, { named, server }, options),
    );
  const servers = new Command("servers")
    .description("List the music servers that a playlist is kept on, and how far it is there")
    .argument("<playlist>", NAMED_PLAYLIST)
    .action((named: string) => list(context, named));
  const takeBack = new Command("take-back")
    .description("Remove a playlist from a music server, unless somebody has changed it there")
    .argument("<playlist>", NAMED_PLAYLIST)
    .argument("<server>", NAMED_SERVER)
    .action((named: string, server: string) => remove(context, { named, server }));
  return [send, servers, takeBack];
}

interface Named {
  /** The id or the name of a playlist. */
  readonly named: string;
  readonly server: string;
}

async function keep(
  context: CommandContext,
  { named, server: serverText }: Named,
  options: SendOptions,
): Promise<void> {
  const server = parseMusicServerName(serverText, "server");
  const login = await askedLogin(context, options);
  const kind = options.favourites ? "favourites" : "playlist";
  await context.withServices(async (services) => {
    const { id: playlistId } = await playlistNamed(services, named);
    const { serverPlaylists } = services;
    const wanted = { kind, isPublic: options.public ?? false, ...login };
    await serverPlaylists.keep(undefined, playlistId, server, wanted);
    const kept = await serverPlaylists.send({ playlistId, server }, context.signal);
    if (kept) report(context, kept);
  });
}

async function list(context: CommandContext, named: string): Promise<void> {
  await context.withServices(async (services) => {
    const { id } = await playlistNamed(services, named);
    const kept = await services.serverPlaylists.list(undefined, id);
    context.print(...kept.map((one) => `${one.server}: ${textOf(one)}`));
  });
}

async function remove(
  context: CommandContext,
  { named, server: serverText }: Named,
): Promise<void> {
  const server = parseMusicServerName(serverText, "server");
  await context.withServices(async (services) => {
    const { id: playlistId, name } = await playlistNamed(services, named);
    const { serverPlaylists } = services;
    await serverPlaylists.takeBack(undefined, playlistId, server);
    const left = await serverPlaylists.send({ playlistId, server }, context.signal);
    if (left === undefined) context.print(`Took "${name}" back from ${server}.`);
    else report(context, left);
  });
}

function report(context: CommandContext, kept: ServerPlaylist): void {
  const text = `${kept.server}: ${textOf(kept)}`;
  if (kept.state === "failed") {
    context.printError(text);
    context.setExitCode(exitCodes.failure);
  } else {
    context.print(text);
  }
}

/** Returns how far a playlist is on a server. */
function textOf(kept: ServerPlaylist): string {
  const { kind, sent, leftOut, problem } = kept;
  switch (shownStateOf(kept)) {
    case "waiting":
      return "waits to be sent";
    case "changed":
      return "somebody has changed it there, so that it is not sent; `playlist send` makes another one";
    case "removed":
      return "somebody has removed it there, so that it is not sent; `playlist send` makes another one";
    case "failed":
      return problem ?? "was not sent";
    case "sent": {
      const songs = countOf(sent?.songIds.length ?? 0, "song");
      const made = kind === "playlist" ? `has ${songs}` : `${songs} became favourites`;
      return leftOut ? `${made}; ${countOf(leftOut, "track")} not there` : made;
    }
  }
}
