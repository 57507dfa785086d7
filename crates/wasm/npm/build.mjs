// The npm package `sprague` in target/npm, packed: `node build.mjs` after `make site` has made the module.
// Called by `npm run package` in crates/server/page, whose TypeScript and bundler it uses.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { declarations } from "./declarations.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const page = join(root, "crates/server/page");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"));
const site = resolve(process.env.SITE ?? join(target, "site"));
const folder = join(target, "npm/sprague");
const { rolldown } = await import(pathToFileURL(createRequire(createRequire(join(page, "package.json")).resolve("vite")).resolve("rolldown")).href);

rmSync(dirname(folder), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ["sprague.js", "sprague_bg.wasm", "seed.bin", "licences.txt"]) {
  if (!existsSync(join(site, name))) {
    console.error(`${join(site, name)} is missing: run make site`);
    process.exit(1);
  }
  cpSync(join(site, name), join(folder, name));
}

// The types of the answers are those that the program itself describes.
const sprague = await import(pathToFileURL(join(folder, "sprague.js")).href);
sprague.initSync({ module: readFileSync(join(folder, "sprague_bg.wasm")) });
const answer = sprague.answer("openapi.json", "", undefined, () => undefined, 10, 2 ** 28);
if (answer.status !== 200) throw new Error(new TextDecoder().decode(answer.body));
const types = declarations(JSON.parse(new TextDecoder().decode(answer.body)));
writeFileSync(join(folder, "answers.d.ts"), types);
writeFileSync(join(here, "src/answers.d.ts"), types);

for (const [input, output] of [["src/index.ts", "index.js"], [join(page, "src/workers/worker.ts"), "worker.js"]]) {
  const bundle = await rolldown({ input: resolve(here, input), platform: "neutral" });
  await bundle.write({ file: join(folder, output), format: "es" });
}
const out = join(target, "npm/types");
execFileSync(join(page, "node_modules/.bin/tsc"), ["-p", here, "--outDir", out], { stdio: "inherit" });
cpSync(join(out, "wasm/npm/src/index.d.ts"), join(folder, "index.d.ts"));
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
manifest.version = sprague.version();
writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
cpSync(join(here, "README.md"), join(folder, "README.md"));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(folder, name));
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", dirname(folder)], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
console.log(`${join(dirname(folder), packed.filename)}: ${packed.size} bytes, ${packed.entryCount} files`);
