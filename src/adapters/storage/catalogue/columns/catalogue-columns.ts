import {
  byField,
  estimateFields,
  type EstimateField,
} from "../../../../domain/analysis/descriptors.js";
import {
  confidenceFields,
  type ConfidenceField,
} from "../../../../domain/catalogue/catalogue-query.js";
import {
  knownFlagNames,
  knownFlags,
  knownOrderNames,
  knownOrders,
  type KnownFlag,
  type KnownNumber,
  type KnownTime,
} from "../../../../domain/catalogue/known-fields.js";
import { kindOf, recordingKinds } from "../../../../domain/analysis/recording-kind.js";
import type { HoldingFile } from "../../../../domain/track/holding-file.js";
import type { ReleaseDetails } from "../../../../domain/track/release-details.js";
import type { MeasuredTrack } from "../../../../domain/catalogue/measured-track.js";
import { similarityFields, type SimilarityField } from "../../../../domain/catalogue/similarity.js";
import { recordingIdFrom, type RecordingId } from "../../../../domain/track/recording-id.js";
import type { SoundTable } from "../../../../ports/analysis/sound-catalogue.js";
import { embeddingFrom } from "../../analysis-row.js";
import { type AnalysesTable, type StoredEstimates } from "../../tables.js";
import { packNumbers, unpackNumbers } from "../packed-numbers.js";
import { searchedNames } from "../../../../domain/catalogue/searched-words.js";
import { EmbeddingColumn } from "./embedding-column.js";
import { KeyColumn } from "./key-column.js";
import {
  comparedTag,
  comparedTagsOf,
  placeOnAlbum,
  textTags,
  tagTextOf,
} from "../../../../domain/catalogue/text-tags.js";
import { LabelColumn, plainReading, type LabelPortion, type LabelReading } from "./label-column.js";
import { OrderedTexts } from "./ordered-texts.js";
import { SearchedTexts } from "./searched-texts.js";
import { SlotsByKey } from "./slots-by-key.js";
import { type TextPortion } from "./text-column.js";
import { FieldDistribution, type Spread } from "../../../../domain/catalogue/field-distribution.js";
import { shapeOf, coordinateFrom } from "../../../../domain/catalogue/sound-coordinates.js";

/** The columns of a row that the catalogue is made of. */
export const catalogueRowColumns = [
  "recordingId",
  "trackKey",
  "source",
  "artist",
  "trackName",
  "artistFolded",
  "trackNameFolded",
  "durationMs",
  "analyzedAt",
  "estimates",
  "soundEmbedding",
  "release",
  "holdingFile",
  "goneAt",
] as const satisfies readonly (keyof AnalysesTable)[];

/** A row of the catalogue. */
export type CatalogueRow = Pick<AnalysesTable, (typeof catalogueRowColumns)[number]>;

/** The columns of text that analyses are ordered by. */
const orderedColumns = ["artistFolded", "trackNameFolded"] as const;

type OrderedColumnName = (typeof orderedColumns)[number];

/** The columns of text; words are searched in the names. */
export const textColumns = [...orderedColumns, "names"] as const;

type TextColumnName = (typeof textColumns)[number];

/** The columns of keys. */
export const keyColumns = ["recordingId", "trackKey"] as const;

type KeyColumnName = (typeof keyColumns)[number];

/** The columns of labels. */
export const labelColumns = ["source", ...textTags] as const;

export type LabelColumnName = (typeof labelColumns)[number];

/** The columns of numbers that are filtered and ordered by. */
type NumberColumn =
  | "analyzedAt"
  | "kind"
  | "albumPlace"
  | "isGone"
  | KnownNumber
  | KnownTime
  | KnownFlag
  | EstimateField
  | ConfidenceField;

export const numberColumns: readonly NumberColumn[] = [
  "analyzedAt",
  "kind",
  "albumPlace",
  "isGone",
  ...knownOrderNames,
  ...knownFlagNames,
  ...estimateFields,
  ...confidenceFields,
];

/** The columns of an estimate. */
interface EstimateColumns {
  readonly field: EstimateField;
  readonly values: Float64Array;
  readonly confidences: Float64Array;
}

/** Some analyses, column by column. */
export interface CataloguePortion {
  /** Of each column of keys, as `KeyColumn.portion` returns them. */
  readonly keys: Readonly<Record<KeyColumnName, Uint32Array>>;
  readonly texts: Readonly<Record<TextColumnName, TextPortion>>;
  readonly labels: Readonly<Record<LabelColumnName, LabelPortion>>;
  /** Of each of `numberColumns`, packed. */
  readonly numbers: readonly Uint8Array[];
  /** As `EmbeddingColumn.portion` returns them. */
  readonly embeddings: Int8Array;
}

const FIRST_CAPACITY = 1024;

/** Growth of the capacity, relative to the number of analyses. */
const GROWTH = 1.25;

/**
 * The catalogue in memory, column by column, so that all of it can be searched in milliseconds. Each
 * analysis has a slot, an integer in [0, size). Slots are dense: when an analysis is removed, the last
 * one moves to its slot.
 */
export class CatalogueColumns implements SoundTable {
  readonly #keys = byField(keyColumns, () => new KeyColumn());
  readonly #slots = new SlotsByKey(this.#keys.recordingId);
  readonly names = new SearchedTexts();
  readonly #texts = {
    ...byField(orderedColumns, () => new OrderedTexts()),
    names: this.names,
  } as const;
  readonly #labels = byField(labelColumns, (name) => new LabelColumn(readingOf(name)));
  #numbers = byField(numberColumns, () => new Float64Array());
  /** Looked up once and not for each row, which takes a third of the time of reading all rows. */
  #estimates: readonly EstimateColumns[] = [];
  readonly #sound = new SoundColumns();
  readonly #embeddings = new EmbeddingColumn();
  #chosen = new Uint32Array();
  #capacity = 0;
  #size = 0;

  /** Number of analyses. */
  get size(): number {
    return this.#size;
  }

  get spreads(): SoundTable["spreads"] {
    return this.#sound.spreads;
  }

  recordingIdAt(slot: number): RecordingId {
    return recordingIdFrom(this.#keys.recordingId.at(slot));
  }

  /** Returns the slot of a recording; `undefined` where it has no analysis. */
  slotOf(recordingId: RecordingId): number | undefined {
    return this.#slots.find(hexOf(recordingId));
  }

  get embeddings(): Int8Array {
    return this.#embeddings.coordinates;
  }

  get embeddingVariance(): number {
    return this.#embeddings.variance;
  }

  coordinates(field: SimilarityField): Float32Array {
    return this.#sound.coordinates(field);
  }

  get artists(): SoundTable["artists"] {
    return this.#labels.artist;
  }

  measuredAt(slot: number): MeasuredTrack {
    const values = byField(similarityFields, (field) => {
      const value = this.#numbers[field][slot] as number;
      return Number.isNaN(value) ? null : value;
    });
    return {
      recordingId: this.recordingIdAt(slot),
      artist: this.#texts.artistFolded.at(slot),
      title: this.#texts.trackNameFolded.at(slot),
      values,
      embedding: this.#embeddings.at(slot),
    };
  }

  /** Labels by slot. */
  labels(column: LabelColumnName): LabelColumn {
    return this.#labels[column];
  }

  /** Keys by slot. */
  keys(column: KeyColumnName): KeyColumn {
    return this.#keys[column];
  }

  /** Texts by slot. */
  texts(column: OrderedColumnName): OrderedTexts {
    return this.#texts[column];
  }

  /**
   * Returns all slots, ascending, in a list that callers change: the same one for each call, because
   * memory of a few megabytes for each query makes the garbage collector run for each.
   */
  allSlots(): Uint32Array {
    if (this.#chosen.length < this.#size) this.#chosen = new Uint32Array(this.#capacity);
    const slots = this.#chosen.subarray(0, this.#size);
    for (let slot = 0; slot < slots.length; slot += 1) slots[slot] = slot;
    return slots;
  }

  /** Numbers by slot, `NaN` where there is none; the array may be longer than `size`. */
  numbers(column: NumberColumn): Float64Array {
    return this.#numbers[column];
  }

  /** Adds the analysis of a row, or replaces the one of its recording. */
  put(row: CatalogueRow): void {
    const { trackKey } = row;
    const key = hexOf(row.recordingId);
    const known = this.#slots.find(key);
    const slot = known ?? this.#size;
    if (known === undefined) {
      this.ensureCapacity(slot + 1);
      this.#keys.recordingId.set(slot, key);
      this.#slots.add(slot);
      this.#size += 1;
    } else {
      this.#sound.remove(known);
      this.#embeddings.remove(known);
    }
    const [texts, numbers] = [this.#texts, this.#numbers];
    this.#keys.trackKey.set(slot, trackKey);
    const release = row.release === null ? undefined : (JSON.parse(row.release) as ReleaseDetails);
    const holdingFile =
      row.holdingFile === null ? undefined : (JSON.parse(row.holdingFile) as HoldingFile);
    const tagged = { artist: row.artist, release, holdingFile };
    this.#labels.source.set(slot, row.source);
    for (const field of textTags) this.#labels[field].set(slot, tagTextOf(tagged, field));
    texts.artistFolded.set(slot, row.artistFolded);
    texts.trackNameFolded.set(slot, row.trackNameFolded);
    texts.names.set(slot, searchedNames(row.artist, row.trackName));
    numbers.analyzedAt[slot] = row.analyzedAt;
    const estimates = JSON.parse(row.estimates) as StoredEstimates;
    for (const { field, values, confidences } of this.#estimates) {
      const estimate = estimates[field];
      values[slot] = estimate?.[0] ?? NaN;
      confidences[slot] = estimate?.[1] ?? NaN;
    }
    numbers.kind[slot] = kindNumberOf(estimates, release);
    numbers.albumPlace[slot] = placeOnAlbum(release);
    numbers.isGone[slot] = row.goneAt === null ? 0 : 1;
    const described = { durationSeconds: row.durationMs / 1000, release, holdingFile };
    for (const field of knownOrderNames) {
      numbers[field][slot] = knownOrders[field].of(described) ?? NaN;
    }
    for (const field of knownFlagNames) {
      numbers[field][slot] = Number(knownFlags[field].of(described) ?? NaN);
    }
    this.#sound.add(numbers, slot, slot + 1);
    this.#embeddings.add(slot, embeddingFrom(row.soundEmbedding));
  }

  /** Removes the analysis of a recording; an unknown id is ignored. The last analysis moves to its slot. */
  remove(recordingId: string): void {
    const slot = this.#slots.find(hexOf(recordingId));
    if (slot === undefined) return;
    this.#slots.remove(slot);
    this.#removeSlot(slot);
  }

  /** Copies the analyses of the slots in [first, end). */
  portion(first: number, end: number): CataloguePortion {
    return {
      keys: byField(keyColumns, (name) => this.#keys[name].portion(first, end)),
      texts: byField(textColumns, (name) => this.#texts[name].portion(first, end)),
      labels: byField(labelColumns, (name) => this.#labels[name].portion(first, end)),
      numbers: numberColumns.map((name) => packNumbers(this.#numbers[name].subarray(first, end))),
      embeddings: this.#embeddings.portion(first, end),
    };
  }

  /** Adds the analyses of a portion, except those whose recording exists already. */
  append({ keys, texts, labels, numbers, embeddings }: CataloguePortion): void {
    const first = this.#size;
    const end = first + labels.source.indexes.length;
    this.ensureCapacity(end);
    for (const column of keyColumns) this.#keys[column].append(first, keys[column]);
    for (const column of textColumns) this.#texts[column].append(first, texts[column]);
    for (const column of labelColumns) this.#labels[column].append(first, labels[column]);
    for (const [index, packed] of numbers.entries()) {
      const column = this.#numbers[numberColumns[index] as NumberColumn];
      unpackNumbers(packed, column.subarray(first, end));
    }
    this.#sound.add(this.#numbers, first, end);
    this.#embeddings.append(first, embeddings);
    this.#size = end;
    // From the end, so that an analysis that moves to a removed one's slot is indexed already.
    for (let slot = end - 1; slot >= first; slot -= 1) {
      if (this.#slots.findOther(slot) === undefined) this.#slots.add(slot);
      else this.#removeSlot(slot);
    }
  }

  /** Makes room for as many analyses, and more where there is too little. */
  ensureCapacity(count: number): void {
    if (count <= this.#capacity) return;
    const capacity = Math.max(FIRST_CAPACITY, Math.ceil(GROWTH * count));
    this.#capacity = capacity;
    for (const column of keyColumns) this.#keys[column].setCapacity(capacity);
    for (const column of textColumns) this.#texts[column].setCapacity(capacity);
    for (const column of labelColumns) this.#labels[column].setCapacity(capacity);
    this.#slots.ensureCapacity(count);
    this.#numbers = byField(numberColumns, (name) => {
      const larger = new Float64Array(capacity);
      larger.set(this.#numbers[name]);
      return larger;
    });
    this.#estimates = estimateFields.map((field) => ({
      field,
      values: this.#numbers[field],
      confidences: this.#numbers[`confidence.${field}`],
    }));
    this.#sound.setCapacity(capacity);
    this.#embeddings.setCapacity(capacity);
  }

  /** Removes the analysis in a slot, of which the key is not indexed; the last analysis moves there. */
  #removeSlot(slot: number): void {
    const last = this.#size - 1;
    if (slot < last) this.#slots.replace(last, slot);
    this.#sound.remove(slot, last);
    this.#embeddings.remove(slot, last);
    for (const column of keyColumns) this.#keys[column].copy(last, slot);
    for (const column of textColumns) this.#texts[column].remove(slot, last);
    for (const column of labelColumns) this.#labels[column].copy(last, slot);
    for (const column of Object.values(this.#numbers)) column.copyWithin(slot, last, last + 1);
    this.#size = last;
  }
}

/** Sources are compared as they are, tags without letter case, diacritics and punctuation. */
function readingOf(name: LabelColumnName): LabelReading {
  if (name === "source") return plainReading;
  return {
    orderedAs: (label) => comparedTag(name, label),
    valuesOf: (label) => comparedTagsOf(name, label),
  };
}

/** Returns the number of the kind of a recording in the column `kind`, its place in `recordingKinds`; `NaN` where it has none. */
function kindNumberOf(estimates: StoredEstimates, release: ReleaseDetails | undefined): number {
  const estimateOf = (field: EstimateField) => {
    const [value = null, confidence = 0] = estimates[field] ?? [];
    return { value, confidence };
  };
  const { value } = kindOf({
    estimates: {
      speechiness: estimateOf("speechiness"),
      tempo: estimateOf("tempo"),
      key: estimateOf("key"),
    },
    release,
  });
  return value === null ? NaN : recordingKinds.indexOf(value);
}

/** Returns the 16 hex characters of the id of a recording. */
const hexOf = (recordingId: string): string => recordingId.slice("rec:".length);

/** The coordinates of one field by slot, and their distribution. */
interface SoundColumn {
  readonly field: SimilarityField;
  coordinates: Float32Array;
  readonly distribution: FieldDistribution;
}

/** The coordinates that similarity compares, by slot, and the distribution of each field. */
class SoundColumns {
  /** A list, because looking each up by its field takes longer than filling it. */
  readonly #columns: readonly SoundColumn[] = similarityFields.map((field) => ({
    field,
    coordinates: new Float32Array(),
    distribution: new FieldDistribution(field),
  }));
  #spreads: Readonly<Record<SimilarityField, Spread>> | undefined;

  /** The distribution of each field. */
  get spreads(): Readonly<Record<SimilarityField, Spread>> {
    this.#spreads ??= Object.fromEntries(
      this.#columns.map(({ field, distribution }) => [field, distribution.spread]),
    ) as Record<SimilarityField, Spread>;
    return this.#spreads;
  }

  /** Returns coordinates by slot, `NaN` where there is none. */
  coordinates(field: SimilarityField): Float32Array {
    return this.#columns[similarityFields.indexOf(field)]?.coordinates ?? new Float32Array();
  }

  /**
   * Adds the coordinates of the slots in [first, end), which have none.
   *
   * @param values by slot
   */
  add(values: Readonly<Record<SimilarityField, Float64Array>>, first: number, end: number): void {
    for (const { field, coordinates, distribution } of this.#columns) {
      const [own, modes] = [values[field], values.mode];
      if (shapeOf(field).geometry === "line") {
        // The values themselves, which one call copies in a tenth of the time.
        coordinates.set(own.subarray(first, end), first);
      } else {
        for (let slot = first; slot < end; slot += 1) {
          coordinates[slot] = coordinateFrom(field, own[slot] as number, modes[slot] as number);
        }
      }
      distribution.add(coordinates, first, end);
    }
    this.#spreads = undefined;
  }

  /** Removes the coordinates of a slot; those of `replacement` move there. */
  remove(slot: number, replacement = slot): void {
    for (const { coordinates, distribution } of this.#columns) {
      distribution.subtract(coordinates, slot);
      coordinates.copyWithin(slot, replacement, replacement + 1);
    }
    this.#spreads = undefined;
  }

  /** Makes room for as many slots. */
  setCapacity(capacity: number): void {
    for (const column of this.#columns) {
      const larger = new Float32Array(capacity);
      larger.set(column.coordinates);
      column.coordinates = larger;
    }
  }
}
