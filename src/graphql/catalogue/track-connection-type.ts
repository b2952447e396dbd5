import { ObjectType } from "type-graphql";
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Page, TrackFilter, TrackOrder } from "../../domain/catalogue/catalogue-query.js";

/** One page of analysed tracks. */
@ObjectType("TrackConnection", {
  description: "One page of analysed tracks, as Relay's cursor connections have it.",
})
export class TrackConnectionType {
  declare readonly page: Page<Analysis>;
  declare readonly filter: TrackFilter;
  declare readonly order: TrackOrder;
}
