// Records from which sources the page was built, so that a test without Node can tell
// whether the committed build is stale.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** FNV-1a, 64 bits, over each file's path and bytes, files in order of their paths. */
export function fingerprint(paths) {
  const files = [];
  const visit = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    else files.push(path.split("\\").join("/"));
  };
  paths.forEach(visit);
  files.sort((a, b) => (a < b ? -1 : 1));
  let hash = 0xcbf29ce484222325n;
  const add = (byte) => {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  };
  for (const file of files) {
    for (const byte of Buffer.from(file)) add(byte);
    add(0);
    for (const byte of readFileSync(file)) add(byte);
    add(0);
  }
  return hash.toString(16).padStart(16, "0");
}

export const SOURCES = ["index.html", "embed.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "public", "src"];
export const BUILT = ["common.js", "embed.html", "embed.js", "icon.svg", "index.html", "page.css", "page.js", "sprague-board.js"].map((name) => `dist/${name}`);

if (process.argv[1]?.endsWith("stamp.mjs")) {
  const stamp = { sources: fingerprint(SOURCES), built: fingerprint(BUILT) };
  writeFileSync("dist/stamp.json", JSON.stringify(stamp) + "\n");
  console.log(stamp);
}
