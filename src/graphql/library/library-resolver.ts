import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from "type-graphql";
import { fileCursorFrom } from "../../domain/catalogue/catalogue-cursor.js";
import { fileOrder } from "../../domain/catalogue/catalogue-query.js";
import type { LibraryStatus } from "../../domain/library/library-status.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import { shownFolder } from "../../domain/library/library-file.js";
import { shownScanning, type ShownScanning } from "../../http/shown-scanning.js";
import { shownStoredCheck } from "../../http/shown-stored-check.js";
import type { Services } from "../../services/services.js";
import { PageArgs, toWindow } from "../paging/page-args.js";
import { PageInfoType, pageInfoOf } from "../paging/page-info-type.js";
import {
  costOfNaming,
  deprecatedFor,
  findTrackRef,
  namedTrackOf,
} from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { TrackType } from "../track/track-type.js";
import {
  LibraryFailureConnectionType,
  LibraryFailureEdgeType,
  LibraryFailureType,
  EndedScanType,
  FailureCountType,
  LibraryFolderType,
  LibraryStatusType,
  RunningScanType,
  StoredCheckType,
} from "./library-status-type.js";

/** As many folders as a cost expects; more are returned, too. */
const FOLDERS = 10;

/** As many scans as there may reasonably be at once: one for each server. */
const SCANS = 2;

/** As many reasons of failures as there may reasonably be. */
const REASONS = 10;

/** Resolves the status of the library, and lets failed analyses be tried again. */
@Resolver(() => LibraryStatusType)
export class LibraryResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LibraryStatusType, {
    complexity: ({ childComplexity }) => SCAN_COST + childComplexity,
    description: "How far scans and the analysis of the library are, what failed, and its folders.",
  })
  library(): Promise<LibraryStatus> {
    return this.#services.libraryStatus.get();
  }

  @Mutation(() => Int, {
    complexity: ({ args }) => SCAN_COST + costOfNaming(args["by"]),
    description:
      "Lets the analysis of a library track that failed be tried again, or of all of them; returns how many wait again. Requires the scope `write`.",
  })
  async retryAnalyses(
    @Arg("by", () => TrackRefInput, {
      nullable: true,
      description: "A failed track; all of them when absent.",
    })
    by: TrackRefInput | null | undefined,
    @Arg("trackKey", () => trackKeyScalar, {
      nullable: true,
      deprecationReason: deprecatedFor("by"),
      description: "The key of a failed track; all of them when absent.",
    })
    trackKey: TrackKey | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<number> {
    this.#services.access.requireScope(context.identity, "write");
    const ref = findTrackRef(["by", by], ["trackKey", trackKey]);
    const named = ref && (await namedTrackOf(ref, "by", context));
    return this.#services.libraryAnalysis.retry(named?.trackKey);
  }

  @Mutation(() => LibraryStatusType, {
    complexity: ({ childComplexity }) => SCAN_COST + childComplexity,
    description:
      "Starts a scan of all folders of this server, after one in progress, and returns the status of the library at once; follow it with `libraryUpdated`. Requires the scope `write`.",
  })
  scanLibrary(@Ctx() { identity }: RequestContext): Promise<LibraryStatus> {
    const { access, libraryWatch, libraryStatus } = this.#services;
    access.requireScope(identity, "write");
    libraryWatch.requestScan();
    return libraryStatus.get();
  }

  @Subscription(() => LibraryStatusType, {
    complexity: ({ childComplexity }) => SCAN_COST + childComplexity,
    description:
      "Sends the current status of the library, then each change of its counts, at most one a second, for at most an hour. Available over WebSocket (`graphql-transport-ws`), and as server-sent events.",
    subscribe: ({ context }) => (context as RequestContext).services.libraryUpdates.watch(),
  })
  libraryUpdated(@Root() status: LibraryStatus): LibraryStatus {
    return status;
  }

  @FieldResolver(() => [FailureCountType], {
    complexity: costOfList(REASONS),
    description:
      "The reasons of failures with the number of their tracks, the most frequent first.",
  })
  failureCounts(@Root() { failures }: LibraryStatusType): readonly FailureCountType[] {
    return failures;
  }

  @FieldResolver(() => [RunningScanType], {
    complexity: costOfList(SCANS),
    description: "The scans that run, of all servers on the database; the earliest first.",
  })
  scans(
    @Root() status: LibraryStatusType,
    @Ctx() context: RequestContext,
  ): readonly RunningScanType[] {
    return this.#scanning(status, context).scans;
  }

  @FieldResolver(() => EndedScanType, {
    nullable: true,
    description:
      "The scan that ended last, of all servers; null where none has. With no file and no scan that runs, it tells an empty library from one that was never scanned.",
  })
  lastScan(
    @Root() status: LibraryStatusType,
    @Ctx() context: RequestContext,
  ): EndedScanType | null {
    return this.#scanning(status, context).lastScan;
  }

  @FieldResolver(() => StoredCheckType, {
    nullable: true,
    description: "The check of what is stored that ended last, of any server; null where none has.",
  })
  lastCheck(
    @Root() { lastCheck }: LibraryStatusType,
    @Ctx() { identity }: RequestContext,
  ): StoredCheckType | null {
    return shownStoredCheck(lastCheck, this.#services.access.hasScope(identity, "write"));
  }

  #scanning(status: LibraryStatusType, { identity }: RequestContext): ShownScanning {
    return shownScanning(status, this.#services.access.hasScope(identity, "write"));
  }

  @FieldResolver(() => [LibraryFolderType], {
    complexity: costOfList(FOLDERS),
    description: "The folders with files in the library, and those that this server scans.",
  })
  async folders(@Ctx() { identity }: RequestContext): Promise<readonly LibraryFolderType[]> {
    const { access, library } = this.#services;
    const maySeePaths = access.hasScope(identity, "write");
    const folders = await library.listFolders();
    return folders.map((known) => shownFolder(known, maySeePaths));
  }

  @FieldResolver(() => LibraryFailureConnectionType, {
    complexity: ({ args, childComplexity }) =>
      1 +
      itemCount(args["first"] ?? args["last"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity,
    description: "The files whose analysis failed, in the order of their ids, a page at a time.",
  })
  async failures(
    @Args(() => PageArgs) window: PageArgs,
    @Ctx() { identity }: RequestContext,
  ): Promise<LibraryFailureConnectionType> {
    const { access, libraryStatus } = this.#services;
    const maySeePaths = access.hasScope(identity, "write");
    const failed = await libraryStatus.listFailed(toWindow(window, fileOrder));
    const items = failed.items.map(({ fileId, trackKey, failure: { code, message }, path }) => ({
      node: { fileId, trackKey, code, message, path: (maySeePaths ? path : undefined) ?? null },
      cursor: fileCursorFrom(fileId),
    }));
    return { page: { ...failed, items }, totalCount: failed.totalCount };
  }
}

/** Resolves the fields of a page of failed tracks. */
@Resolver(() => LibraryFailureConnectionType)
export class LibraryFailureConnectionResolver {
  @FieldResolver(() => [LibraryFailureEdgeType], {
    complexity: 1,
    description: "The tracks of the page, in order.",
  })
  edges(@Root() { page }: LibraryFailureConnectionType): readonly LibraryFailureEdgeType[] {
    return page.items;
  }

  @FieldResolver(() => [LibraryFailureType], {
    complexity: 1,
    description: "The tracks of the page with the reasons, without their cursors, in order.",
  })
  nodes(@Root() { page }: LibraryFailureConnectionType): readonly LibraryFailureType[] {
    return page.items.map(({ node }) => node);
  }

  // Charged by `failures`, because the size of the page makes no difference.
  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() { page }: LibraryFailureConnectionType): PageInfoType {
    return pageInfoOf(page);
  }
}

/** Resolves the track of a failure. */
@Resolver(() => LibraryFailureType)
export class LibraryFailureResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null if its file has been removed since the page was read.",
  })
  track(
    @Root() { trackKey }: LibraryFailureType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(trackKey);
  }
}
