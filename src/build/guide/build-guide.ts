// Builds the guide into `dist/guide`: pages, what they link to, style, script and the index of the search.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packageFile } from "../package-file.js";
import { guideHtml, guidePages, searchedSections, servedTarget } from "./guide-pages.js";

const target = fileURLToPath(packageFile("dist/guide"));
const sourceOf = (name: string): string => fileURLToPath(packageFile(name));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });

const manifest = await readFile(packageFile("package.json"), "utf8");
const { version } = JSON.parse(manifest) as { readonly version: string };
const pages = guidePages();
for (const page of pages) {
  const name = page.url === "./" ? "index" : page.url;
  await writeFile(`${target}/${name}.html`, guideHtml(page, pages, version));
}
await writeFile(`${target}/search.json`, JSON.stringify(searchedSections(pages)));

const linked = pages.flatMap(({ document }) => document.targets.map(servedTarget));
for (const file of new Set(linked.flatMap(({ file: name }) => name ?? []))) {
  await mkdir(dirname(`${target}/files/${file}`), { recursive: true });
  await cp(sourceOf(file), `${target}/files/${file}`);
}

await cp(sourceOf("src/web/page/icon.svg"), `${target}/icon.svg`);
await build({
  entryPoints: [sourceOf("src/web/page/guide/guide.ts"), sourceOf("src/web/page/guide/guide.css")],
  outdir: target,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome115", "edge115", "firefox115", "safari16.5"],
  logLevel: "warning",
});
