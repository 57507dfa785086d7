// The module for browsers answers as the server does, byte for byte.
//
//   node tools/site-test.mjs SPRAGUE SITE [QUESTIONS [SEED]]
//
// Starts `SPRAGUE serve`, asks it and the module in SITE the same random questions of every kind
// (well-formed and not), and compares status, kind of content and bytes. Then the two kernels of the
// module must compute the same values, the checker alone must judge as the server does, and without its
// atlas the module must say so.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [program, folder, count = "300", seed = "1"] = process.argv.slice(2);
const site = resolve(folder);
const load = async (name, copy = "") => {
  const module = await import(`${pathToFileURL(`${site}/${name}.js`)}${copy}`);
  module.initSync({ module: readFileSync(`${site}/${name}_bg.wasm`) });
  return module;
};
const wasm = await load("sprague");
const rows = readFileSync(`${site}/seed.bin`);
wasm.plant(rows);
const checker = await load("checker");

// The same limits on both sides: those of the module, in heaps.
const SECONDS = 60;
const MEMORY = 1_000_000_000;
const server = spawn(program, ["serve", "--addr", "127.0.0.1:0", "--quiet", "--limit", "300000000",
  "--memory", `${MEMORY}B`, "--time", `${SECONDS}`], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const [address] = await new Promise((done) => createInterface(server.stdout).once("line", (line) => done([line])));

// Numbers that look random and are the same every time (mulberry32).
let state = Number(seed);
const random = (below) => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % below;
};
const one = (list) => list[random(list.length)];
const some = (chance) => random(100) < chance;

const NAMED = ["Kayles", "Dawson", "0.77", "0.07", "0.137", "0.156", "0.16", "0.06", "Grundy", "Nim", "0.2048",
  "S(1,2,4)", "S(2,5,7)", "AllBut(1,3)", "Mark", "Wythoff", "n -> n-1 | n div 2", "Treblecross", "4.7", "0.3F",
  "0.10(25)", "Lasker", "0.8", "0.FF", "Officers", "0.[3]", "Kayles + pass", "S(100000000,200000000)", "0.454",
  "Kayle", "0.9x", "", "S()", "S(2,1)", "n -> n", "💡"];
const octal = () => `0.${Array.from({ length: 1 + random(4) }, () => random(8)).join("")}`;
const game = () => (some(60) ? one(NAMED) : octal());
const small = ["Kayles", "Dawson", "0.07", "S(1,2)", "0.123", "0.3", "0.15", "0.37", "Nim"];
const heaps = () => Array.from({ length: 1 + random(4) }, () => random(30)).join(" ");
const board = () => {
  const shape = one(["grid 2x3", "path 6", "cycle 5", "star 4", "+oo-", "ooo+", "grid 9x9x9", "path -1"]);
  const graph = some(70) ? { graph: shape } : { nodes: 1 + random(6), edges: "0-1,1-2", tints: one(["o+-", "oo", "xyz"]) };
  return { ...graph, ...(some(50) && { moves: true }) };
};
const VALUES = ["{0|1} + *2", "{1|-1}", "up + *", "1/2 + 1/4", "{3|{2|1}}", "*2 + *3", "{0,*|0}", "1 > 0", "{1|", "2^3"];
const KINDS = {
  games: () => ({}),
  info: () => ({ game: game() }),
  values: () => ({ game: game(), ...(some(50) && { from: random(300) }), ...(some(80) && { to: random(5000) }) }),
  value: () => ({ game: game(), n: one([random(100000), "1" + "0".repeat(1 + random(40)), "x"]) }),
  moves: () => ({ game: game(), n: random(60) }),
  best: () => ({ position: one([`${game()}: ${heaps()}`, `${one(NAMED)}: ${heaps()}; ${octal()}: ${heaps()}`, heaps()]), ...(some(30) && { misere: true }) }),
  solve: () => ({ game: game(), limit: 1 + random(20000) }),
  automaton: () => ({ game: one(["0.2048", "0.FF", "Kayles", octal()]) }),
  certificate: () => ({ game: game(), limit: 1 + random(20000) }),
  misere: () => ({ game: one(small), to: 1 + random(12), ...(some(40) && { quotient: true }) }),
  stats: () => ({ game: game(), to: random(5000) }),
  atlas: () => ({ ...(some(50) && { kind: one(["periodic", "open", "ruler"]) }), ...(some(50) && { game: one(["0.1*", "0.?7", "S*"]) }),
    ...(some(50) && { period: one([">10", "1..100", "12", "x"]) }), ...(some(50) && { order: one(["period", "game", "rares"]) }),
    ...(some(50) && { descending: true }), ...(some(30) && { representatives: true }), from: random(100), most: 1 + random(30) }),
  "atlas-game": () => ({ game: game() }),
  lookup: () => one([{ begins: "1,2,3,1,4,3" }, { begins: Array.from({ length: 6 }, () => random(4)).join(",") }, { oeis: "A002186" }, { oeis: "A1" }, {}]),
  join: () => (some(50) ? { at: "?game=0.77" } : {}),
  col: board,
  snort: board,
  eval: () => ({ expr: one(VALUES), ...(some(50) && { thermograph: true }) }),
  thermograph: () => ({ expr: one(VALUES) }),
  plot: () => ({ game: game(), to: random(2000), ...(some(30) && { wrap: 1 + random(20) }), ...(some(30) && { table: 1 + random(30) }),
    ...(some(50) && { color: one(["plain", "rare", "residues", "exceptions"]) }), ...(some(30) && { log: one(["x", "y", "xy"]) }) }),
  scale: () => ({ game: game(), n: random(70) }),
  check: () => ({ ...(some(20) && { game: one(small) }) }),
  "openapi.json": () => ({}),
  nothing: () => ({}),
};

const query = (parameters) => new URLSearchParams(Object.entries(parameters).map(([k, v]) => [k, `${v}`])).toString();
/** Asks the server, over a connection of its own: it closes those that are idle. */
const ask = (name, text, body) => new Promise((done, failed) => {
  const asked = request(`${address}api/${name}?${text}`, { agent: false, method: body === undefined ? "GET" : "POST" }, (response) => {
    const parts = [];
    response.on("data", (part) => parts.push(part)).on("error", failed);
    response.on("end", () => done({ status: response.statusCode, type: response.headers["content-type"], body: Buffer.concat(parts) }));
  });
  asked.on("error", failed).end(body);
});
const both = async (name, text, body) => {
  const begun = performance.now();
  const served = await ask(name, text, body);
  const middle = performance.now();
  const answer = wasm.answer(name, text, body, () => {}, SECONDS, MEMORY);
  const told = { status: answer.status, type: answer.content_type, body: Buffer.from(answer.body) };
  answer.free();
  const slowest = Math.max(middle - begun, performance.now() - middle) / 1000;
  return { served, told, slowest };
};

const certificates = [];
let compared = 0;
let late = 0;
const seen = {};
const compare = async (name, text, body) => {
  const { served, told, slowest } = await both(name, text, body);
  const same = served.status === told.status && served.type === told.type && served.body.equals(told.body);
  if (!same && slowest > SECONDS / 4) {
    // A search ends with what it has when its time is up.
    late += 1;
    console.log(`not the same after ${slowest.toFixed(1)} s: ${name}?${text}`);
    return told;
  }
  assert.ok(same, `${name}?${text}\nserver ${served.status} ${served.type} ${served.body.toString().slice(0, 2000)}\nmodule ${told.status} ${told.type} ${told.body.toString().slice(0, 2000)}`);
  compared += 1;
  (seen[name] ??= {})[told.status] = (seen[name][told.status] ?? 0) + 1;
  return told;
};

const names = Object.keys(KINDS);
const listed = Object.keys(JSON.parse((await ask("openapi.json", "")).body).paths)
  .filter((path) => !path.startsWith("/api/jobs/")).map((path) => path.slice("/api/".length));
assert.deepEqual(listed.filter((name) => !names.includes(name)), [], "a question that is not asked here");
for (let i = 0; i < Number(count); i++) {
  const name = names[i % names.length];
  let text = query(KINDS[name]());
  if (some(4)) text += one(["&tp=7", "&game=0.7", "&to=-1", "&game=%zz", "&limit=abc"]);
  let body;
  if (name === "check") {
    body = certificates.length && some(80) ? one(certificates) : one(["{}", "", "[1", "null"]);
    if (some(40)) body = body.replace(/\d/g, (digit) => (some(10) ? `${random(10)}` : digit));
    if (some(5)) body = undefined;
  }
  const told = await compare(name, text, body);
  if (name === "certificate" && told.status === 200) certificates.push(told.body.toString());
}
for (const name of names) assert.ok(seen[name] || Number(count) < names.length, `${name} was not compared`);
console.log(`${compared} questions of ${names.length} kinds: the same bytes from server and module; ${late} cut short by time`);

// The checker alone: the verdicts of the server.
for (const certificate of certificates) {
  for (const text of [certificate, certificate.replace(/"period":(\d+)/, (_, period) => `"period":${+period + 1}`)]) {
    const { verdict } = JSON.parse((await ask("check", "", text)).body);
    const judged = checker.check(text);
    assert.equal(judged.ok, verdict === "verified", `${text.slice(0, 300)}\n${judged.text}`);
    judged.free();
  }
}
console.log(`${2 * certificates.length} certificates: the same verdicts from the checker alone`);

// The kernels agree.
for (const [rules, heaps] of [["0.6", 60000], ["Grundy", 60000], ["0.106", 400000], ["0.454", 400000], ["0.16", 300000], ["0.376", 40000], ["0.127", 90000], ["Officers", 40000]]) {
  const sum = (kernel) => wasm.speed(rules, heaps, kernel).split(" ")[1];
  assert.equal(sum("simd128"), sum("scalar"), `the kernels disagree about ${rules}`);
}
console.log("the kernels of the module agree on 8 games");

// Without the file of the atlas, or with another one: no atlas, and everything else.
const others = [[undefined, "could not be loaded"], [rows.subarray(1), "is damaged or of another version"]];
for (const [i, [given, why]] of others.entries()) {
  const without = await load("sprague", `?${i}`);
  if (given) without.plant(given);
  const said = (name, text) => {
    const { status, body } = without.answer(name, text, undefined, () => {}, SECONDS, MEMORY);
    return { status, answer: JSON.parse(new TextDecoder().decode(body)) };
  };
  const reason = `the atlas is not here: its file seed.bin ${why}`;
  for (const [name, text] of [["atlas", ""], ["atlas-game", "game=0.77"], ["lookup", "begins=1,2,3,1,4,3"], ["certificate", "game=0.6&limit=50"]]) {
    const { status, answer } = said(name, text);
    assert.deepEqual([status, answer.error.message], [422, reason], `${name} without the atlas`);
  }
  for (const [name, text] of [["info", "game=0.77"], ["solve", "game=0.6&limit=50"]]) {
    const { status, answer } = said(name, text);
    assert.deepEqual([status, answer.record[0]], [200, reason], `${name} without the atlas`);
  }
  const [mine, theirs] = [said("solve", "game=0.156&limit=20000"), await ask("solve", "game=0.156&limit=20000")];
  const [{ record, ...proof }, { record: known, ...expected }] = [mine.answer, JSON.parse(theirs.body)];
  assert.deepEqual(proof, expected);
  assert.match(known[0], /^in the atlas, too: verified by the checker on 20/);
  assert.deepEqual(record, [reason, ...known.slice(1)]);
}
console.log("without its atlas the module says so, and proves 0.156");
server.kill();
