// The site: the page with workers instead of a server, everything it needs in one folder.
// `npm run site [folder]` after `tools/site.sh` has put the program there (sprague.js,
// sprague_bg.wasm, checker.js, checker_bg.wasm); `make site` does both.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const site = resolve(process.argv[2] ?? process.env.SITE ?? join(root, "target/site"));
const PROGRAM = ["sprague.js", "sprague_bg.wasm", "checker.js", "checker_bg.wasm"];

for (const name of PROGRAM)
  if (!existsSync(join(site, name))) {
    console.error(`${join(site, name)} is missing: run make site`);
    process.exit(1);
  }
// Nothing of an older site stays.
for (const name of readdirSync(site)) if (!PROGRAM.includes(name)) rmSync(join(site, name), { recursive: true });

const hash = (names) => {
  const sum = createHash("sha256");
  for (const name of names) sum.update(name).update("\0").update(readFileSync(join(site, name)));
  return sum.digest("hex").slice(0, 12);
};
const program = hash(PROGRAM);

/** Answers of the program to what the page asks first, for the time until it has arrived. */
async function facts() {
  const sprague = await import(pathToFileURL(join(site, "sprague.js")).href);
  sprague.initSync({ module: readFileSync(join(site, "sprague_bg.wasm")) });
  const text = new TextDecoder();
  const stored = {};
  /** Stores an answer where there is one and it is wanted; gives it back, or null. */
  const store = (name, parameters, wanted = () => true, seconds = 20) => {
    const query = new URLSearchParams(parameters).toString();
    const answer = sprague.answer(name, query, undefined, () => undefined, seconds, 2 ** 30);
    const { status, body } = answer;
    answer.free();
    if (status !== 200) return null;
    const value = JSON.parse(text.decode(body));
    if (wanted(value)) stored[`${name}?${query}`] = text.decode(body);
    return value;
  };
  const games = store("games", {}).games.map((game) => game.name);
  // The gallery of the first page.
  const gallery = ["Kayles", "Nim", "DawsonsKayles", "Grundy", "S(1,2,4)", "0.156", "Mark", "0.2048", "Officers"];
  for (const game of gallery) store("values", { game, from: 0, to: 120 });
  for (const name of new Set([...games, ...gallery])) {
    const { game } = store("info", { game: name });
    store("info", { game });
    store("values", { game, from: 0, to: 19 });
    store("values", { game, from: 0, to: 1000 });
    store("atlas-game", { game });
    // What is proved is true for ever; how far a search comes is not stored.
    store("solve", { game, limit: 2_000_000 }, (solution) => solution.status === "proved", 2);
  }
  writeFileSync(join(site, "facts.json"), JSON.stringify(stored));
  return Object.keys(stored).length;
}

/** The licences of what is in the site. */
function licences() {
  const parts = [`sprague is licensed under MIT or Apache-2.0, at your option.\n\n${readFileSync(join(root, "LICENSE-MIT"), "utf8")}`];
  const read = (folder) =>
    readdirSync(folder)
      .filter((name) => /^(licen[cs]e|copying|unlicense|notice)/i.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), "utf8").trim())
      .join("\n\n");
  parts.push(`uPlot\n\n${read(join(here, "node_modules/uplot"))}`);
  const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 };
  const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", "wasm32-unknown-unknown"], options));
  const used = new Set();
  const visit = (id) => {
    if (used.has(id)) return;
    used.add(id);
    for (const { pkg, dep_kinds } of metadata.resolve.nodes.find((node) => node.id === id).deps)
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(metadata.packages.find(({ name }) => name === "sprague-wasm").id);
  for (const { id, name, version, license, source, manifest_path } of metadata.packages)
    if (used.has(id) && source !== null) parts.push(`${name} ${version}: ${license}\n\n${read(dirname(manifest_path))}`);
  writeFileSync(join(site, "licences.txt"), parts.join(`\n\n${"-".repeat(72)}\n\n`) + "\n");
  return parts.length;
}

const stored = await facts();
process.env.SPRAGUE_PROGRAM = program;
await build({ root: here, configFile: join(here, "vite.site.config.ts"), logLevel: "warn", build: { outDir: site, emptyOutDir: false } });
cpSync(join(here, "site"), site, { recursive: true });
const licensed = licences();
const files = readdirSync(site).filter((name) => !["service-worker.js", "_headers"].includes(name)).sort();
const version = hash(files);
const worker = readFileSync(join(site, "service-worker.js"), "utf8");
writeFileSync(
  join(site, "service-worker.js"),
  worker.replace("__VERSION__", version).replace("__FILES__", JSON.stringify(files)).replaceAll("__PROGRAM__", program),
);
console.log(`${site}: version ${version}, ${files.length + 2} files, ${stored} stored answers, ${licensed} licences`);
