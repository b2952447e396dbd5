/** What Jellyfin and Emby have differently: both APIs began as that of MediaBrowser. */
export interface MediaBrowserKind {
  /** As the program is called. */
  readonly program: string;
  /** The scheme of the header that says who asks. */
  readonly scheme: string;
  /** A header that has the token, too; absent where it need not be sent twice. */
  readonly tokenHeader?: string;
  /** What is to be asked for of each song, beside what is always listed. */
  readonly fields: readonly string[];
  /** How its playlists and favourites are changed. */
  readonly playlists: {
    /** Whether one request has everything of a playlist, in JSON, its owner and publicity included. */
    readonly areUpdatedWhole: boolean;
    readonly favouritePath: (userId: string, songId: string) => string;
  };
  /** Returns what the server is instead, by how it names itself; `undefined` where it may be of the kind. */
  readonly otherThan: (productName: string | undefined) => string | undefined;
}

const FIELDS = ["Path", "MediaSources", "ProviderIds", "Genres"];

/**
 * The kinds. Sources: Jellyfin, `Jellyfin.Api/Controllers` and `AuthorizationContext.cs` of its repository, and api.jellyfin.org; Emby REST
 * API, dev.emby.media/doc/restapi, "User Authentication", "API Key Authentication" and "Item Information".
 */
export const mediaBrowserKinds: Readonly<Record<"jellyfin" | "emby", MediaBrowserKind>> = {
  jellyfin: {
    program: "Jellyfin",
    scheme: "MediaBrowser",
    // Composers are among the people who took part.
    fields: [...FIELDS, "People"],
    playlists: {
      areUpdatedWhole: true,
      favouritePath: (_userId, songId) => `UserFavoriteItems/${encodeURIComponent(songId)}`,
    },
    // Jellyfin names itself to everyone, and Emby does not.
    otherThan: (name) =>
      name === undefined
        ? "does not say that it is Jellyfin; for Emby, the kind is emby"
        : undefined,
  },
  emby: {
    program: "Emby",
    scheme: "Emby",
    tokenHeader: "x-emby-token",
    // Without these, lists do not say how often and when users played something. Composers need not be asked for.
    fields: [...FIELDS, "UserDataPlayCount", "UserDataLastPlayedDate"],
    playlists: {
      areUpdatedWhole: false,
      favouritePath: (userId, songId) =>
        `Users/${encodeURIComponent(userId)}/FavoriteItems/${encodeURIComponent(songId)}`,
    },
    otherThan: (name) =>
      /jellyfin/i.test(name ?? "") ? "is Jellyfin; add it with the kind jellyfin" : undefined,
  },
};
