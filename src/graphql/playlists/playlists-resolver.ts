import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { parseCount } from "../../domain/parse-count.js";
import { DEFAULT_PLAYLIST_LENGTH, MAX_PLAYLIST_LENGTH } from "../../domain/playlist/playlist.js";
import type { Track } from "../../domain/track/track.js";
import { MAX_PLAYLISTS } from "../../services/playlists/playlist-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import { loadPresentTracks } from "../loaders.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { PlaylistType, toPlaylistType } from "./playlist-type.js";
import { SavePlaylistInput } from "./save-playlist-input.js";
import { costOfPlaylistNames, playlistParametersFrom } from "./playlist-parameters.js";

/** Resolves playlists that stay. An API key has access to its own playlists only. */
@Resolver(() => PlaylistType)
export class PlaylistsResolver {
  readonly #services: Pick<Services, "access" | "playlists">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => [PlaylistType], {
    complexity: costOfList(MAX_PLAYLISTS),
    description: "The playlists of the API key, by name; at most 200.",
  })
  async playlists(@Ctx() { identity }: RequestContext): Promise<readonly PlaylistType[]> {
    const { access, playlists } = this.#services;
    const found = await playlists.list(access.requireScope(identity, "read").lookup);
    return found.map(toPlaylistType);
  }

  @Query(() => PlaylistType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description: "A playlist of the API key. An unknown one is the error NOT_FOUND.",
  })
  async playlist(
    @Arg("id", () => ID, { description: "Identifies the playlist." }) id: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<PlaylistType> {
    const { access, playlists } = this.#services;
    const owner = access.requireScope(identity, "read").lookup;
    return toPlaylistType(await playlists.get(owner, id));
  }

  @Mutation(() => PlaylistType, {
    complexity: ({ args, childComplexity }) =>
      SCAN_COST + costOfPlaylistNames(args["input"]) + childComplexity,
    description:
      "Creates a playlist, or replaces name and recipe of one that the API key has. Requires the scope `write`.",
  })
  async savePlaylist(
    @Arg("input", () => SavePlaylistInput, { description: "The playlist." })
    { id, ...members }: SavePlaylistInput,
    @Ctx() context: RequestContext,
  ): Promise<PlaylistType> {
    const { access, playlists } = this.#services;
    const owner = access.requireScope(context.identity, "write").lookup;
    const wanted = await playlistParametersFrom(members, context);
    return toPlaylistType(
      await (id === null || id === undefined
        ? playlists.create(owner, wanted)
        : playlists.change(owner, id, wanted)),
    );
  }

  @Mutation(() => ID, {
    complexity: 1,
    description:
      "Deletes a playlist of the API key, and returns its id. A file that was written of it stays. Requires the scope `write`.",
  })
  async deletePlaylist(
    @Arg("id", () => ID, { description: "Identifies the playlist." }) id: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<string> {
    const { access, playlists } = this.#services;
    await playlists.remove(access.requireScope(identity, "write").lookup, id);
    return id;
  }

  @FieldResolver(() => [TrackType], {
    complexity: ({ args, childComplexity }) =>
      3 * SCAN_COST +
      1 +
      itemCount(args["first"], DEFAULT_PLAYLIST_LENGTH, MAX_PLAYLIST_LENGTH) *
        (1 + childComplexity),
    description:
      "The first of the tracks that the playlist has now, in order; may be empty. They are found anew in each request.",
  })
  async tracks(
    @Root() { kept }: PlaylistType,
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PLAYLIST_LENGTH,
      description: "Maximum number of tracks, 1 to 1 000.",
    })
    first: number | null,
    @Ctx() { loaders, budget }: RequestContext,
  ): Promise<readonly Track[]> {
    const count = parseCount(first ?? undefined, {
      parameter: "first",
      defaultValue: DEFAULT_PLAYLIST_LENGTH,
      min: 1,
      max: MAX_PLAYLIST_LENGTH,
    });
    const trackKeys = await this.#services.playlists.tracksOf(kept, budget());
    return loadPresentTracks(loaders, trackKeys.slice(0, count));
  }
}
