import type { ComponentType } from "preact";
import { DropView } from "../drop/drop-view.js";
import { FiltersView } from "../filters/filters-view.js";
import { LibraryView } from "../library/library-view.js";
import { MapView } from "../map/map-view.js";
import { SearchView } from "../search/search-view.js";
import type { Texts } from "../texts/texts.js";
import { laterView } from "../parts/later-view.js";
import { TrackView } from "../track/track-view.js";

/** What a view receives of its address. */
export interface ViewProps {
  /** The decoded rest of the address: `KEY` of `#/track/KEY`; empty where there is none. */
  readonly argument: string;
}

/** One view of the page. */
export interface View {
  /** The first part of its address: `search` of `#/search`; the empty path is the first view. */
  readonly path: string;
  readonly component: ComponentType<ViewProps>;
  readonly title: (texts: Texts) => string;
  /** Whether the navigation lists it; absent means that it does. */
  readonly isListed?: boolean;
}

const DevelopersView = laterView<ViewProps>(
  async () => (await import("../developers/developers-view.js")).DevelopersView,
);
const DuplicatesView = laterView<ViewProps>(
  async () => (await import("../duplicates/duplicates-view.js")).DuplicatesView,
);
const ImportView = laterView<ViewProps>(
  async () => (await import("../imports/import-view.js")).ImportView,
);
const MixView = laterView<ViewProps>(async () => (await import("../mix/mix-view.js")).MixView);
const PlaylistView = laterView<ViewProps>(
  async () => (await import("../playlists/playlist-view.js")).PlaylistView,
);
const PlaylistsView = laterView<ViewProps>(
  async () => (await import("../playlists/playlists-view.js")).PlaylistsView,
);
const RecipeView = laterView<ViewProps>(
  async () => (await import("../recipe/recipe-view.js")).RecipeView,
);

/** The views, in the order of the navigation. */
export const views: readonly [View, ...View[]] = [
  { path: "", component: DropView, title: (texts) => texts.drop.title },
  { path: "search", component: SearchView, title: (texts) => texts.search.heading },
  { path: "track", component: TrackView, title: (texts) => texts.track.heading, isListed: false },
  { path: "library", component: LibraryView, title: (texts) => texts.library.heading },
  {
    path: "duplicates",
    component: DuplicatesView,
    title: (texts) => texts.duplicates.heading,
    isListed: false,
  },
  { path: "map", component: MapView, title: (texts) => texts.map.heading },
  { path: "filters", component: FiltersView, title: (texts) => texts.filters.title },
  { path: "playlists", component: PlaylistsView, title: (texts) => texts.playlists.heading },
  {
    path: "playlist",
    component: PlaylistView,
    title: (texts) => texts.playlists.one,
    isListed: false,
  },
  {
    path: "recipe",
    component: RecipeView,
    title: (texts) => texts.playlists.changeConditions,
    isListed: false,
  },
  {
    path: "import",
    component: ImportView,
    title: (texts) => texts.imports.heading,
    isListed: false,
  },
  { path: "mix", component: MixView, title: (texts) => texts.mix.heading },
  {
    path: "developers",
    component: DevelopersView,
    title: (texts) => texts.developers.heading,
    isListed: false,
  },
];

/** Returns the view of a path; that of an unknown one is the first. */
export function viewAt(path: string): View {
  return views.find((one) => one.path === path) ?? views[0];
}
