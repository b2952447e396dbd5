import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";

/** What a thread of layouts is asked for. */
export type LikenessRequest =
  | {
      readonly kind: "arrange";
      readonly embeddings: Int8Array;
      readonly before: LikenessLayout | undefined;
    }
  | {
      readonly kind: "place";
      readonly embeddings: Int8Array;
      readonly layout: LikenessLayout;
    };

/** What it replies. */
export type LikenessReply =
  | { readonly kind: "arranged"; readonly layout: Omit<LikenessLayout, "version"> }
  | { readonly kind: "placed"; readonly places: LikenessPlaces };
