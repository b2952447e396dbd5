import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  shownStateOf,
  type ServerPlaylist,
  type ServerPlaylistKind,
  type ServerPlaylistState,
} from "../../domain/music-server/server-playlist.js";

const serverPlaylistKindValues = {
  PLAYLIST: "playlist",
  FAVOURITES: "favourites",
} as const satisfies Record<string, ServerPlaylistKind>;

registerEnumType(serverPlaylistKindValues, {
  name: "ServerPlaylistKind",
  description: "What a playlist becomes on a music server.",
  valuesConfig: {
    PLAYLIST: { description: "A playlist." },
    FAVOURITES: { description: "Favourites of the user." },
  },
});

const serverPlaylistStateValues = {
  WAITING: "waiting",
  SENT: "sent",
  CHANGED: "changed",
  REMOVED: "removed",
  FAILED: "failed",
} as const satisfies Record<string, ServerPlaylistState>;

registerEnumType(serverPlaylistStateValues, {
  name: "ServerPlaylistState",
  description: "How far a playlist is on a music server.",
  valuesConfig: {
    WAITING: { description: "It is sent within seconds." },
    SENT: { description: "The server has it as it was last sent." },
    CHANGED: { description: "Somebody has changed it there: it is not sent any more." },
    REMOVED: { description: "Somebody has removed it there: it is not sent any more." },
    FAILED: { description: "It was not sent, for the reason beside; it is tried again." },
  },
});

/** How a playlist is kept on a music server. */
@ObjectType("ServerPlaylist", { description: "How a playlist is kept on a music server." })
export class ServerPlaylistType {
  @Field(() => String, { description: "The name of the music server." })
  readonly server!: string;

  @Field(() => serverPlaylistKindValues, { description: "What it becomes there." })
  readonly kind!: ServerPlaylistKind;

  @Field(() => Boolean, { description: "Whether all users of the server see it." })
  readonly isPublic!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Who owns it there; null for the user by whom the server was added.",
  })
  readonly user!: string | null;

  @Field(() => serverPlaylistStateValues, { description: "How far it is." })
  readonly state!: ServerPlaylistState;

  @Field(() => Int, {
    nullable: true,
    description:
      "How many songs were sent; of favourites, how many were made some; null before that.",
  })
  readonly songCount!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "How many of its tracks the server does not have; null before it was sent.",
  })
  readonly leftOut!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "When it last changed there, ISO 8601; null before it was sent.",
  })
  readonly sentAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Why it was not sent, a sentence; null where nothing failed.",
  })
  readonly problem!: string | null;
}

/** A playlist that is to be kept on a music server. */
@InputType("KeepPlaylistOnServerInput", {
  description:
    "A playlist that is to be kept on a music server, by the user who was added with it.",
})
export class KeepPlaylistOnServerInput {
  @Field(() => ID, { description: "Identifies the playlist." })
  readonly id!: string;

  @Field(() => String, { description: "The name of the music server." })
  readonly server!: string;

  @Field(() => serverPlaylistKindValues, {
    nullable: true,
    description: "What it becomes there; a playlist when absent.",
  })
  readonly kind?: ServerPlaylistKind | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether all users of the server see it; false when absent.",
  })
  readonly isPublic?: boolean | null;
}

/** Converts how a playlist is kept on a server to its schema type. */
export function toServerPlaylistType(kept: ServerPlaylist): ServerPlaylistType {
  const { server, kind, isPublic, login, sent, leftOut, sentAt, problem } = kept;
  return {
    ...{ server, kind, isPublic, user: login?.user ?? null, state: shownStateOf(kept) },
    songCount: sent?.songIds.length ?? null,
    leftOut,
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
    problem,
  };
}
