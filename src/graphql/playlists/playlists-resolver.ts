import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { parseCount } from "../../domain/parse-count.js";
import { DEFAULT_PLAYLIST_LENGTH, MAX_PLAYLIST_LENGTH } from "../../domain/playlist/playlist.js";
import type { Track } from "../../domain/track/track.js";
import { MAX_PLAYLISTS } from "../../services/playlists/playlist-service.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import { toRowWindow } from "./row-window.js";
import { PageArgs } from "../paging/page-args.js";
import { PageInfoType, pageInfoOf } from "../paging/page-info-type.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { PlaylistType, toPlaylistType } from "./playlist-type.js";
import { SavePlaylistInput } from "./save-playlist-input.js";
import { EditPlaylistInput } from "./edit-playlist-input.js";
import {
  costOfEditNames,
  costOfPlaylistNames,
  playlistEditParametersFrom,
  playlistParametersFrom,
} from "./playlist-parameters.js";
import {
  PlaylistRowConnectionType,
  PlaylistRowEdgeType,
  PlaylistRowType,
  toPlaylistRowType,
} from "./playlist-row-type.js";

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
        ? playlists.create(owner, wanted, context.budget())
        : playlists.change(owner, id, wanted, context.budget())),
    );
  }

  @Mutation(() => PlaylistType, {
    complexity: ({ args, childComplexity }) =>
      SCAN_COST + costOfEditNames(args["input"]) + childComplexity,
    description:
      "Changes parts of a playlist that the API key has: name, note, writing, whether it is frozen, and its rows. Requires the scope `write`.",
  })
  async editPlaylist(
    @Arg("input", () => EditPlaylistInput, { description: "The change." })
    { id, ...members }: EditPlaylistInput,
    @Ctx() context: RequestContext,
  ): Promise<PlaylistType> {
    const { access, playlists } = this.#services;
    const owner = access.requireScope(context.identity, "write").lookup;
    const wanted = await playlistEditParametersFrom(members, context);
    return toPlaylistType(await playlists.edit(owner, id, wanted, context.budget()));
  }

  @Mutation(() => PlaylistType, {
    complexity: ({ childComplexity }) => SCAN_COST + childComplexity,
    description:
      "Keeps a copy of a playlist that the API key has, with its recipe, rows and notes, and returns the copy. Requires the scope `write`.",
  })
  async copyPlaylist(
    @Arg("id", () => ID, { description: "Identifies the playlist." }) id: string,
    @Arg("name", () => String, {
      nullable: true,
      description: "The name of the copy; that of the playlist with a number when absent.",
    })
    name: string | null,
    @Ctx() { identity, budget }: RequestContext,
  ): Promise<PlaylistType> {
    const { access, playlists } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    return toPlaylistType(await playlists.duplicate(owner, id, name, budget()));
  }

  @Mutation(() => PlaylistType, {
    complexity: ({ childComplexity }) => SCAN_COST + childComplexity,
    description:
      "Undoes the last change of a playlist that the API key has, once more the one before it; or brings a deleted one back, where it is among the last 20 and its name is free. The last 50 revisions are kept. Requires the scope `write`.",
  })
  async undoPlaylist(
    @Arg("id", () => ID, { description: "Identifies the playlist." }) id: string,
    @Arg("revision", () => Int, {
      nullable: true,
      description: "The revision that you saw; when absent, whatever there is.",
    })
    revision: number | null,
    @Ctx() { identity, budget }: RequestContext,
  ): Promise<PlaylistType> {
    const { access, playlists } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    return toPlaylistType(await playlists.undo(owner, id, revision, budget()));
  }

  @Mutation(() => ID, {
    complexity: 1,
    description:
      "Deletes a playlist of the API key, and returns its id. A file that was written of it stays. The last 20 can be brought back by `undoPlaylist`. Requires the scope `write`.",
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
      "The first of the tracks that the playlist has now, in order, without missing ones; may be empty. Those of a recipe are found anew in each request.",
  })
  async tracks(
    @Root() { kept }: PlaylistType,
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PLAYLIST_LENGTH,
      description: "Maximum number of tracks, 1 to 1 000.",
    })
    first: number | null,
    @Ctx() { budget }: RequestContext,
  ): Promise<readonly Track[]> {
    const count = parseCount(first ?? undefined, {
      parameter: "first",
      defaultValue: DEFAULT_PLAYLIST_LENGTH,
      min: 1,
      max: MAX_PLAYLIST_LENGTH,
    });
    return this.#services.playlists.presentTracks(kept, count, budget());
  }

  @FieldResolver(() => PlaylistRowConnectionType, {
    complexity: ({ args, childComplexity }) =>
      3 * SCAN_COST +
      1 +
      itemCount(args["first"] ?? args["last"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity,
    description:
      "A page of what the playlist has at each position, missing rows too. Of a recipe, the tracks that it finds now, which may be others on the next page.",
  })
  async rows(
    @Root() { kept }: PlaylistType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { budget }: RequestContext,
  ): Promise<PlaylistRowConnectionType> {
    const page = await this.#services.playlists.pageOf(kept, toRowWindow(args), budget());
    return { page, totalCount: page.totalCount };
  }
}

/** Resolves a page of a playlist. */
@Resolver(() => PlaylistRowConnectionType)
export class PlaylistRowsResolver {
  @FieldResolver(() => [PlaylistRowEdgeType], {
    complexity: 1,
    description: "The rows of the page, in order.",
  })
  edges(@Root() { page }: PlaylistRowConnectionType): readonly PlaylistRowEdgeType[] {
    return page.items.map((item) => ({ node: toPlaylistRowType(item), cursor: item.cursor }));
  }

  @FieldResolver(() => [PlaylistRowType], {
    complexity: 1,
    description: "The rows of the page without their cursors, in order.",
  })
  nodes(@Root() { page }: PlaylistRowConnectionType): readonly PlaylistRowType[] {
    return page.items.map(toPlaylistRowType);
  }

  // Charged by `rows`, because the size of the page makes no difference.
  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() { page }: PlaylistRowConnectionType): PageInfoType {
    return pageInfoOf(page);
  }
}

/** Resolves the track of a row. */
@Resolver(() => PlaylistRowType)
export class PlaylistRowResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track as it is now; null where nothing is known of it any more.",
  })
  track(@Root() { item }: PlaylistRowType): Track | null {
    return item.track ?? null;
  }
}
