// Matches rows of lists, as programs and people write them, to a made-up library, and prints how many are right.
//   node --import tsx test/evaluation/list-matching/evaluate-list-matching.ts [SEED]
import { scoreInterval } from "../measures.js";
import { matchingScores, type MatchingScore } from "./matching-scores.js";

const seed = Number(process.argv[2] ?? 1);
const scores = matchingScores({ seed, artists: 800, rowsPerSpelling: 500 });

const percent = (share: number): string => (100 * share).toFixed(1);

function shareOf(part: number, whole: number): string {
  if (whole === 0) return "-";
  const [from, to] = scoreInterval(part / whole, whole);
  return `${percent(part / whole)} (${percent(from)} to ${percent(to)})`;
}

function line(name: string, { present, gone }: MatchingScore): string {
  const { right, wrong, offered, missed, absent } = present;
  const all = right + wrong + offered + missed + absent;
  const sure = right + wrong + gone.wrong;
  const cells = [
    shareOf(right, sure),
    shareOf(right, all),
    shareOf(right + offered, all),
    shareOf(gone.right, gone.right + gone.unsure + gone.wrong),
  ];
  return `| ${[name.padEnd(34), ...cells.map((cell) => cell.padEnd(22))].join(" | ")} |`;
}

const total = [...scores.values()].reduce((one, other) => ({
  present: {
    right: one.present.right + other.present.right,
    wrong: one.present.wrong + other.present.wrong,
    offered: one.present.offered + other.present.offered,
    missed: one.present.missed + other.present.missed,
    absent: one.present.absent + other.present.absent,
  },
  gone: {
    right: one.gone.right + other.gone.right,
    unsure: one.gone.unsure + other.gone.unsure,
    wrong: one.gone.wrong + other.gone.wrong,
  },
}));

console.log(
  "| rows | sure ones that are right | present, sure and right | present, among candidates | missing, told so |",
);
console.log("| --- | --- | --- | --- | --- |");
for (const [name, score] of scores) console.log(line(name, score));
console.log(line("all", total));
