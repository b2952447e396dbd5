import { assistantEdge } from "./assistant-edge.js";
import { commandEdge } from "./command-edge.js";
import type { Edge } from "./edge.js";
import { graphqlEdge, graphqlSocketEdge, graphqlStreamEdge } from "./graphql-edges.js";
import {
  acousticBrainzEdge,
  audiomuseEdge,
  formEdge,
  literalRestEdge,
  restEdge,
  spotifyEdge,
  subsonicEdge,
  uploadEdge,
} from "./http-edges.js";
import { endKey } from "./stage.js";

/** Every edge, in the order of the table's columns. */
export const edges = {
  REST: restEdge,
  "REST, literal": literalRestEdge,
  "GraphQL, HTTP": graphqlEdge,
  "GraphQL, WebSocket": graphqlSocketEdge,
  "GraphQL, events": graphqlStreamEdge,
  MCP: assistantEdge,
  "file as body": uploadEdge,
  "file in form": formEdge,
  Subsonic: subsonicEdge(endKey),
  Spotify: spotifyEdge,
  AcousticBrainz: acousticBrainzEdge,
  AudioMuse: audiomuseEdge,
  "command line": commandEdge(endKey),
} as const satisfies Readonly<Record<string, Edge>>;

export type EdgeName = keyof typeof edges;

export const edgeNames = Object.keys(edges) as readonly EdgeName[];
