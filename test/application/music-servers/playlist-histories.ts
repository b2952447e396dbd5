import fc from "fast-check";

/** The numbers of the songs that tests send. */
export const SONG_NUMBERS = [1, 2, 3, 4, 5, 6];

/** A step of a history: what happens here, on the server, or while a playlist is being sent. */
type PlaylistStep =
  | { readonly kind: "change"; readonly numbers: readonly number[]; readonly isRenamed: boolean }
  | { readonly kind: "public"; readonly isPublic: boolean }
  | { readonly kind: "touch"; readonly isRenamed: boolean }
  | { readonly kind: "theirs" }
  | { readonly kind: "send" }
  | { readonly kind: "broken"; readonly after: number; readonly isAnswered: boolean }
  | { readonly kind: "again" };

/** Histories of a playlist. */
export const playlistHistories = fc.array(
  fc.oneof<fc.Arbitrary<PlaylistStep>[]>(
    fc.record({
      kind: fc.constant("change" as const),
      numbers: fc.array(fc.constantFrom(...SONG_NUMBERS), { maxLength: 250 }),
      isRenamed: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("public" as const), isPublic: fc.boolean() }),
    fc.record({ kind: fc.constant("touch" as const), isRenamed: fc.boolean() }),
    fc.record({ kind: fc.constant("theirs" as const) }),
    fc.record({ kind: fc.constant("send" as const) }),
    fc.record({
      kind: fc.constant("broken" as const),
      after: fc.nat({ max: 12 }),
      isAnswered: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("again" as const) }),
  ),
  { maxLength: 12 },
);
