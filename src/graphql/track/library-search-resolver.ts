import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  DEFAULT_LIBRARY_NAMES,
  MAX_LIBRARY_NAMES,
  type LibraryMatches,
  type MatchedAlbum,
  type MatchedName,
} from "../../domain/library-search/library-matches.js";
import { matchCursorFrom, parseMatchCursor } from "../../domain/library-search/match-cursor.js";
import { parseLibraryQuery, type LibraryQuery } from "../../domain/library-search/library-query.js";
import { parseCount } from "../../domain/parse-count.js";
import { MAX_SEARCH_LIMIT, parseSearchLimit } from "../../domain/track/search-query.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import { loadPresentTracks } from "../loaders.js";
import { PageInfoType, pageInfoOf } from "../paging/page-info-type.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "./track-type.js";

/** The number of tracks where the client gives none: what a list below a box shows. */
const DEFAULT_TRACKS = 10;

/** A name of the library, and how many tracks have it. */
@ObjectType("LibraryName", {
  description: "An artist, a genre or a folder of the library, and how many tracks have it.",
})
class LibraryNameType implements MatchedName {
  @Field(() => String, {
    description:
      "As the tags of the first track spell it; of a folder, its path below the folder of the library.",
  })
  readonly name!: string;

  @Field(() => Int, { description: "The number of tracks that have it." })
  readonly trackCount!: number;
}

/** An album of the library, and how many tracks it has. */
@ObjectType("LibraryAlbum", { description: "An album of the library, and how many tracks it has." })
class LibraryAlbumType implements MatchedAlbum {
  @Field(() => String, { description: "Its title, as the tags of its first track spell it." })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The artist of the album, or else of all its tracks; null where they have several.",
  })
  readonly artist!: string | null;

  @Field(() => Int, { description: "The number of its tracks." })
  readonly trackCount!: number;
}

/** The arguments of a search of the library. */
@ArgsType()
export class LibrarySearchArgs {
  @Field(() => String, {
    description:
      "Words of the title, artist, album, genre or folder, in any order; 1 to 200 characters and at most 31 different words. All must occur, each as a word or the beginning of one.",
  })
  readonly query!: string;

  @Field(() => Int, {
    defaultValue: DEFAULT_TRACKS,
    description: "Maximum number of tracks, 1 to 50.",
  })
  readonly first!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "Return the tracks after this cursor, the `endCursor` of a page or the cursor of a track, of the same words.",
  })
  readonly after!: string | null | undefined;

  @Field(() => Int, {
    defaultValue: DEFAULT_LIBRARY_NAMES,
    description: "Maximum number of artists, of albums, of genres and of folders, 1 to 50.",
  })
  readonly names!: number;
}

/** A track that words find, with its cursor. */
@ObjectType("LibrarySearchEdge", { description: "A track that words find, with its cursor." })
export class LibrarySearchEdgeType {
  declare readonly ref: TrackRef;

  @Field(() => String, {
    description:
      "The position of this track among those of the words: an opaque text, for `after`.",
  })
  readonly cursor!: string;
}

/** What words find in the library. */
@ObjectType("LibrarySearchConnection", {
  description:
    "A page of the tracks that words find in the library, and the names that have the words.",
})
export class LibrarySearchConnectionType {
  declare readonly matches: LibraryMatches;
  declare readonly edges: readonly LibrarySearchEdgeType[];
  declare readonly isFirstPage: boolean;
}

/** Resolves the track of an edge. */
@Resolver(() => LibrarySearchEdgeType)
export class LibrarySearchEdgeResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null if it has been removed since the page was read.",
  })
  node(
    @Root() { ref }: LibrarySearchEdgeType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(ref);
  }
}

/** Resolves the query `searchLibrary`. */
@Resolver(() => LibrarySearchConnectionType)
export class LibrarySearchResolver {
  readonly #services: Pick<Services, "access" | "librarySearch">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LibrarySearchConnectionType, {
    complexity: ({ args, childComplexity }) =>
      SCAN_COST +
      1 +
      (itemCount(args["first"], DEFAULT_TRACKS, MAX_SEARCH_LIMIT) +
        itemCount(args["names"], DEFAULT_LIBRARY_NAMES, MAX_LIBRARY_NAMES)) *
        childComplexity,
    description:
      "Finds tracks, artists, albums, genres and folders of the library by words, fast enough to ask at each key that a reader presses; `search` asks the metadata providers, too. First come tracks whose title or artist is the whole query, then those with all words in their title and artist, those where all begin words there, those where the others are words of the album, album artist, genre or folder, and those where they begin words there; of equals, those with shorter names. Folders only for callers who may write.",
  })
  async searchLibrary(
    @Args(() => LibrarySearchArgs) { query: text, first, after, names }: LibrarySearchArgs,
    @Ctx() { identity, budget }: RequestContext,
  ): Promise<LibrarySearchConnectionType> {
    const { access, librarySearch } = this.#services;
    const query = parseLibraryQuery(text, "query");
    const position = parseMatchCursor(after, query, "after");
    const bounds = { defaultValue: DEFAULT_LIBRARY_NAMES, min: 1, max: MAX_LIBRARY_NAMES };
    const request = {
      query,
      first: parseSearchLimit(first, "first"),
      after: position,
      names: parseCount(names, { parameter: "names", ...bounds }),
    };
    const maySeePaths = access.hasScope(identity, "write");
    const matches = await librarySearch.find(request, { maySeePaths, budget: budget() });
    return { matches, edges: edgesOf(matches, query), isFirstPage: position === undefined };
  }

  @FieldResolver(() => [LibrarySearchEdgeType], {
    complexity: 1,
    description: "The tracks of the page, best first.",
  })
  edges(@Root() { edges }: LibrarySearchConnectionType): readonly LibrarySearchEdgeType[] {
    return edges;
  }

  @FieldResolver(() => [TrackType], {
    complexity: 1,
    description:
      "The tracks of the page without their cursors, in order; without those that have been removed since the page was read.",
  })
  nodes(
    @Root() { edges }: LibrarySearchConnectionType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<readonly Track[]> {
    return loadPresentTracks(
      loaders,
      edges.map(({ ref }) => ref),
    );
  }

  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() { matches, edges, isFirstPage }: LibrarySearchConnectionType): PageInfoType {
    return pageInfoOf({
      items: edges,
      hasNextPage: matches.hasMoreTracks,
      hasPreviousPage: !isFirstPage,
    });
  }

  @FieldResolver(() => Int, {
    complexity: 0,
    description: "The number of tracks that the words find, on all pages.",
  })
  totalCount(@Root() { matches }: LibrarySearchConnectionType): number {
    return matches.trackCount;
  }

  @FieldResolver(() => [LibraryNameType], {
    complexity: 1,
    description:
      "The artists with all of the words in their name: those that are the whole query first, then those that have them as words; of equals, those of most tracks first.",
  })
  artists(@Root() { matches }: LibrarySearchConnectionType): readonly LibraryNameType[] {
    return matches.artists;
  }

  @FieldResolver(() => [LibraryAlbumType], {
    complexity: 1,
    description:
      "The albums with words in their title, and the others in their artists, in the same order.",
  })
  albums(@Root() { matches }: LibrarySearchConnectionType): readonly LibraryAlbumType[] {
    return matches.albums;
  }

  @FieldResolver(() => [LibraryNameType], {
    complexity: 1,
    description: "The genres with all of the words, in the same order.",
  })
  genres(@Root() { matches }: LibrarySearchConnectionType): readonly LibraryNameType[] {
    return matches.genres;
  }

  @FieldResolver(() => [LibraryNameType], {
    complexity: 1,
    description:
      "The folders with words in their name, and the others in those above it, in the same order. Empty for callers who may not write.",
  })
  folders(@Root() { matches }: LibrarySearchConnectionType): readonly LibraryNameType[] {
    return matches.folders;
  }
}

const edgesOf = (
  { tracks }: LibraryMatches,
  query: LibraryQuery,
): readonly LibrarySearchEdgeType[] =>
  tracks.map(({ ref, position }) => ({ ref, cursor: matchCursorFrom(position, query) }));
