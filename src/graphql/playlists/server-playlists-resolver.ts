import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import { parseMusicServerName } from "../../domain/music-server/music-server.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { PlaylistType } from "./playlist-type.js";
import {
  KeepPlaylistOnServerInput,
  ServerPlaylistType,
  toServerPlaylistType,
} from "./server-playlist-type.js";

/** The music servers that a playlist is expected to be kept on, for the cost of an operation. */
const EXPECTED_SERVERS = 2;

/** Resolves on which music servers playlists are kept. An API key has access to its own playlists only. */
@Resolver(() => PlaylistType)
export class ServerPlaylistsResolver {
  readonly #services: Pick<Services, "access" | "serverPlaylists">;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => [ServerPlaylistType], {
    complexity: ({ childComplexity }) => 1 + EXPECTED_SERVERS * childComplexity,
    description: "The music servers that it is kept on, by name; may be empty.",
  })
  async servers(@Root() { kept }: PlaylistType): Promise<readonly ServerPlaylistType[]> {
    const found = await this.#services.serverPlaylists.list(kept.owner, kept.id);
    return found.map(toServerPlaylistType);
  }

  @Mutation(() => ServerPlaylistType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description:
      "Keeps a playlist of the API key on a music server, which gets it within seconds, and again whenever it changes; a recipe also after each scan. What somebody has changed or removed there stays so until this is asked for again: then it becomes another playlist. Requires the scope `write`.",
  })
  async keepPlaylistOnServer(
    @Arg("input", () => KeepPlaylistOnServerInput, { description: "The playlist and the server." })
    { id, server, kind, isPublic }: KeepPlaylistOnServerInput,
    @Ctx() { identity }: RequestContext,
  ): Promise<ServerPlaylistType> {
    const { access, serverPlaylists } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    const name = parseMusicServerName(server, "server");
    return toServerPlaylistType(await serverPlaylists.keep(owner, id, name, { kind, isPublic }));
  }

  @Mutation(() => ID, {
    complexity: 1,
    description:
      "Keeps a playlist of the API key on a music server no longer, and returns its id: within seconds it is removed there, unless somebody has changed it; songs that became favourites by it are none any more. Requires the scope `write`.",
  })
  async takePlaylistFromServer(
    @Arg("id", () => ID, { description: "Identifies the playlist." }) id: string,
    @Arg("server", () => String, { description: "The name of the music server." }) server: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<string> {
    const { access, serverPlaylists } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    await serverPlaylists.takeBack(owner, id, parseMusicServerName(server, "server"));
    return id;
  }
}
