// How fast the site is in a browser; no test. The numbers of docs/site.md come from here.
//
//   node test/speed.mjs [SITE [SCALAR]]
//
// SITE is the folder of the site (target/site unless told), SCALAR one with the program compiled
// without vectors, for the comparison. Milliseconds by the clock, and on Linux those of the
// processor in the worker's thread, which mean something on a busy machine, too.
import { readFileSync, readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { root, serveFolder, startBrowser } from "./harness.mjs";

const site = resolve(process.argv[2] ?? join(root, "target/site"));
const scalar = process.argv[3] && resolve(process.argv[3]);

/** As often as a question is asked again; the best time counts. */
const AGAIN = 6;
const QUESTIONS = [
  ["values", "game=Kayles&to=20"],
  ["values", "game=Kayles&to=1000000"],
  ["solve", "game=0.156&limit=20000"],
  ["solve", "game=0.16&limit=2000000"],
  ["solve", "game=0.2048&limit=2000000"],
  ["atlas-game", "game=0.16"],
  ["misere", "game=Kayles&quotient=true"],
  ["col", "graph=grid%205x5"],
  ["values", "game=Officers&to=200000"],
];
const KERNELS = [
  ["0.6", 1e6],
  ["Grundy", 1e6],
  ["0.106", 60e6],
  ["0.454", 60e6],
];

/** In the browser: a worker that does one piece of work after the other. */
const page = `<!doctype html><title>speed</title><script type="module">
const code = \`
let program;
onmessage = async ({ data: { module, glue, seed, work } }) => {
  const begun = performance.now();
  let text = "";
  if (module) {
    program = await import(glue);
    program.initSync({ module });
    if (seed) program.plant?.(seed);
  } else if (work.kernel) text = program.speed(...work.kernel);
  else {
    const answer = program.answer(...work.question, undefined, () => {}, 600, 3.5 * 2 ** 30);
    if (answer.status !== 200) throw new Error(answer.status);
    text = new TextDecoder().decode(answer.body);
  }
  postMessage({ clock: performance.now() - begun, text });
};\`;
const script = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const here = (file) => new URL(file, location.href).href;
const module = await WebAssembly.compileStreaming(fetch(here("sprague_bg.wasm")));
const seed = new Uint8Array(await (await fetch(here("seed.bin"))).arrayBuffer());
let worker;
const post = (message) => new Promise((done, fail) => {
  worker.onmessage = (event) => done(event.data);
  worker.onerror = (event) => fail(new Error(event.message));
  worker.postMessage(message);
});
window.start = (atlas) => {
  worker?.terminate();
  worker = new Worker(script, { type: "module" });
  return post({ module, seed: atlas && seed, glue: here("sprague.js") });
};
window.work = (work) => post({ work });
window.end = () => worker.terminate();
</script>`;

/** What the threads of workers in our browser have had of a processor, in milliseconds. */
function spent() {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(name, stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    } catch {
      // It has ended.
    }
  }
  const ours = (name) => name === String(process.pid) || (parents.has(name) && ours(parents.get(name)));
  let sum = 0;
  for (const name of [...parents.keys()].filter(ours)) {
    try {
      for (const thread of readdirSync(`/proc/${name}/task`)) {
        const at = `/proc/${name}/task/${thread}`;
        if (readFileSync(`${at}/comm`, "utf8").trim() === "DedicatedWorker") {
          sum += Number(readFileSync(`${at}/schedstat`, "utf8").split(" ")[0]) / 1e6;
        }
      }
    } catch {
      // It has ended.
    }
  }
  return sum;
}

/** A page whose worker computes, in a folder. */
async function open(url) {
  const tab = await (await browser.newContext()).newPage();
  await tab.goto(`${url}speed.html`);
  await tab.waitForFunction("window.end");
  const timed = async (run) => {
    const before = process.platform === "linux" ? spent() : 0;
    const { clock, text } = await run();
    return { clock, text, processor: process.platform === "linux" ? spent() - before : clock };
  };
  return {
    start: (atlas = true) => tab.evaluate((atlas) => window.start(atlas), atlas),
    run: (work) => timed(() => tab.evaluate((work) => window.work(work), work)),
    end: () => tab.evaluate(() => window.end()),
  };
}

const least = (runs, what) => Math.min(...runs.map((run) => run[what]));
const shown = (runs) => `${least(runs, "clock").toFixed()} (${least(runs, "processor").toFixed()})`;

const servers = [await serveFolder(site, "/", { "/speed.html": page })];
const url = servers[0].url;
if (scalar) servers.push(await serveFolder(scalar, "/", { "/speed.html": page }));
const browser = await startBrowser();
const load = () => `load ${loadavg()[0].toFixed(1)}`;
console.log(`Chromium ${browser.version()}, ${cpus()[0].model}, ${cpus().length} cores, ${load()}`);
try {
  for (const game of ["Kayles", "0.177"]) {
    for (let i = 0; i < 3; i++) {
      const context = await browser.newContext();
      const tab = await context.newPage();
      const begun = performance.now();
      await tab.goto(`${url}?game=${game}`);
      await tab.waitForSelector("#summary .badge.proved");
      const card = performance.now() - begun;
      await tab.waitForSelector("table.values td");
      const table = performance.now() - begun;
      console.log(`opening ${game}: card ${card.toFixed()}, table ${table.toFixed()}`);
      await context.close();
    }
  }
  console.log("by the clock (of the processor):");
  const vectors = await open(url);
  const starts = [];
  for (let i = 0; i < 3; i++) starts.push(await vectors.start());
  console.log(`a new worker: ${least(starts, "clock").toFixed()}`);
  for (const question of QUESTIONS) {
    await vectors.start();
    const first = await vectors.run({ question });
    const again = [];
    for (let i = 0; i < AGAIN; i++) again.push(await vectors.run({ question }));
    console.log(`${question.join("?")}: first ${shown([first])}, again ${shown(again)}, ${load()}`);
  }
  const plain = scalar && (await open(servers[1].url));
  for (const [game, heaps] of KERNELS) {
    const kernel = [game, heaps, "auto"];
    const [runs, others] = [[], []];
    await vectors.start();
    await plain?.start();
    // In turns, so that both meet the same others on the machine.
    for (let i = 0; i < 3; i++) {
      runs.push(await vectors.run({ kernel }));
      if (plain) others.push(await plain.run({ kernel }));
    }
    const seconds = (run) => Number(run.text.split(" ")[0]);
    const checksums = new Set([...runs, ...others].map((run) => run.text.split(" ")[1]));
    if (checksums.size !== 1) throw new Error(`${game}: ${[...checksums]}`);
    const [a, b] = [runs, others].map((runs) => Math.min(...runs.map(seconds)));
    let line = `${game} to ${heaps}: ${shown(runs)}, ${a.toFixed(2)} s without the checksum`;
    if (plain) {
      const ratio = least(others, "processor") / least(runs, "processor");
      line += `; without vectors ${shown(others)}, ${b.toFixed(2)} s: ${(b / a).toFixed(2)} times (${ratio.toFixed(2)} with the checksum)`;
    }
    console.log(`${line}, ${load()}`);
    await vectors.end();
    await plain?.end();
  }
  await vectors.start();
  const long = await vectors.run({ kernel: ["0.454", 390e6, "auto"] });
  console.log(`the 390 million values of 0.454: ${shown([long])}, ${long.text}, ${load()}`);
  // Without the atlas, which has the proof.
  await vectors.start(false);
  const proof = await vectors.run({ question: ["solve", "game=0.454&limit=300000000"] });
  if (!proof.text.includes('"period":60620715')) throw new Error(proof.text);
  console.log(`0.454 proved, without the atlas: ${shown([proof])}, ${load()}`);
} finally {
  await browser.close();
  await Promise.all(servers.map((server) => server.stop()));
}
