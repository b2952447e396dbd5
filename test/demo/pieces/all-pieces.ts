import type { Piece } from "../score/piece.js";
import { afterburner } from "./afterburner.js";
import { carousel } from "./carousel.js";
import { clockworkGarden } from "./clockwork-garden.js";
import { fimDeTarde } from "./fim-de-tarde.js";
import { fourOnTheFloor } from "./four-on-the-floor.js";
import { gravelRoad } from "./gravel-road.js";
import { harbourLights } from "./harbour-lights.js";
import { ljosid } from "./ljosid.js";
import { paperLanterns } from "./paper-lanterns.js";
import { slowWaltz } from "./slow-waltz.js";
import { sundayStairs } from "./sunday-stairs.js";
import { undertow } from "./undertow.js";

/** All pieces of the demo library. */
export const allPieces: readonly Piece[] = [
  fourOnTheFloor,
  slowWaltz,
  undertow,
  paperLanterns,
  fimDeTarde,
  ljosid,
  clockworkGarden,
  gravelRoad,
  sundayStairs,
  afterburner,
  harbourLights,
  carousel,
];
