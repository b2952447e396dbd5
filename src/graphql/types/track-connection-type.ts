import { ObjectType } from "type-graphql";
import type { TrackFilter, TrackOrder } from "../../domain/catalogue-query.js";
import type { Page } from "../../services/catalogue-service.js";

/** One page of analysed tracks. */
@ObjectType("TrackConnection", {
  description: "One page of analysed tracks, as Relay's cursor connections have it.",
})
export class TrackConnectionType {
  declare readonly page: Page;
  declare readonly filter: TrackFilter;
  declare readonly order: TrackOrder;
}
