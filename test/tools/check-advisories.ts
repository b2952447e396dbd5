// Compares the locked versions of all packages with the advisories in known-advisories.json, without a network:
//   npm run check:advisories    fails where a version is vulnerable, unless the list says why it is kept
// Warns where the list is old; README.md says how it is renewed.
import { readFile } from "node:fs/promises";
import { packageFile } from "../../src/build/package-file.js";
import {
  ageInDays,
  needlesslyAccepted,
  parseKnownAdvisories,
  vulnerablePackages,
  type Lock,
} from "./known-advisories.js";

const LIST = "test/tools/known-advisories.json";
const LOCK_FILES = ["package-lock.json", "test/tools/package-lock.json"];
const OLD_DAYS = 90;

const textOf = (path: string): Promise<string> => readFile(packageFile(path), "utf8");

const known = parseKnownAdvisories(await textOf(LIST));
const found = await Promise.all(
  LOCK_FILES.map(async (file) => {
    const lock = JSON.parse(await textOf(file)) as Lock;
    return vulnerablePackages(lock, known).map((one) => ({ ...one, file }));
  }),
).then((lists) => lists.flat());

for (const { package: name, version, requiredBy, advisory, acceptedBecause, file } of found) {
  const way = [...requiredBy, name].join(" > ");
  const { id, severity, vulnerable, about } = advisory;
  const finding = `${name} ${version} in ${file} (${way}): ${id}, ${severity}, ${vulnerable}. ${about}`;
  if (acceptedBecause === undefined) process.stderr.write(`${finding}\n`);
  else process.stdout.write(`Accepted: ${finding} ${acceptedBecause}\n`);
}
const open = found.filter(({ acceptedBecause }) => acceptedBecause === undefined);
const needless = needlesslyAccepted(known, found);
if (open.length > 0) {
  process.stderr.write(`Update these packages, or accept them in ${LIST} with the reason.\n`);
}
for (const { id, package: name } of needless) {
  process.stderr.write(`No locked version of ${name} is open to ${id}: take it out of ${LIST}.\n`);
}
process.exitCode = open.length + needless.length > 0 ? 1 : 0;

const days = ageInDays(known, new Date());
if (days > OLD_DAYS) {
  process.stderr.write(
    `The list of advisories is ${days} days old. Whoever changes a dependency renews it: test/tools/README.md.\n`,
  );
}
