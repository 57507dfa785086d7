// The site: the page with workers instead of a server, everything it needs in one folder.
// `npm run site [folder]` after `tools/site.sh` has put the program there (sprague.js,
// sprague_bg.wasm, seed.bin, and checker.js with checker_bg.wasm); `make site` does both.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const site = resolve(process.argv[2] ?? process.env.SITE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "site"));
const REQUIRED = ["sprague.js", "sprague_bg.wasm", "seed.bin"];
// The checker alone; without it, the checker inside the program judges.
const CHECKER = ["checker.js", "checker_bg.wasm"].filter((name) => existsSync(join(site, name)));
const PROGRAM = [...REQUIRED, ...CHECKER];

for (const name of REQUIRED)
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
  sprague.plant(readFileSync(join(site, "seed.bin")));
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

/** The licences of what is in the site: every text once, with those it belongs to. */
function licences() {
  const owners = new Map();
  const texts = (path) => (statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => texts(join(path, name))) : [readFileSync(path, "utf8").trim()]);
  const add = (owner, folder) => {
    for (const name of readdirSync(folder).sort())
      if (/^(licen[cs]e|copying|unlicense|notice)/i.test(name))
        for (const text of texts(join(folder, name))) {
          const key = text.replace(/\s+/g, " ");
          const known = owners.get(key) ?? { text, names: new Set() };
          owners.set(key, { ...known, names: known.names.add(owner) });
        }
  };
  add("sprague, MIT OR Apache-2.0", root);
  add("uPlot, MIT", join(here, "node_modules/uplot"));
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
  const others = metadata.packages.filter(({ id, source }) => used.has(id) && source !== null);
  for (const { name, version, license, manifest_path } of others) add(`${name} ${version}, ${license}`, dirname(manifest_path));
  const line = "-".repeat(72);
  const all = ["What this site is made of, with its licences.", ...others.map(({ name, version, license }) => `${name} ${version}: ${license}`)].join("\n");
  writeFileSync(join(site, "licences.txt"), [all, ...[...owners.values()].map(({ text, names }) => `${[...names].join("\n")}\n\n${text}`)].join(`\n\n${line}\n\n`) + "\n");
  return others.length + 2;
}

const stored = await facts();
process.env.SPRAGUE_PROGRAM = program;
process.env.SPRAGUE_CHECKER = CHECKER.length === 2 ? "yes" : "no";
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
