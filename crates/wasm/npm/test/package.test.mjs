// The packed package, installed as people install it: in Node and in a browser, and for TypeScript.
// Every example of its README is run.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "../../../server/page/node_modules/vite/dist/node/index.js";
import { openPage, serveFolder, startBrowser } from "../../../server/page/test/harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../../..");
const packed = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "npm");
const folder = mkdtempSync(join(tmpdir(), "sprague-npm-"));
before(() => {
  const archive = readdirSync(packed).find((name) => /^sprague-.*\.tgz$/.test(name));
  assert.ok(archive, "the package is packed: npm run package in crates/server/page");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", join(packed, archive)], { cwd: folder });
});
after(() => rmSync(folder, { recursive: true }));

const run = (name, code) => {
  writeFileSync(join(folder, name), code);
  // Ends by itself: workers that wait keep no process alive.
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8", timeout: 120_000 });
};

test("the examples of the README print what it says", () => {
  const text = readFileSync(join(folder, "node_modules/sprague/README.md"), "utf8");
  const examples = [...text.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  assert.ok(examples.length >= 3);
  for (const [i, [, code, output]] of examples.entries()) assert.equal(run(`example-${i}.mjs`, code), output);
});

test("several questions at once, a stop, and what else there is", () => {
  const output = run(
    "more.mjs",
    `import * as sprague from "sprague";
    const stop = new AbortController();
    const long = sprague.solve("0.6", { signal: stop.signal });
    const many = await Promise.all(["0.77", "0.137", "Grundy", "S(1,2,4)"].map((game) => sprague.values(game, { from: 1, to: 5 })));
    console.log(JSON.stringify(many.map(({ values }) => values)));
    stop.abort();
    console.log(await long.then(() => "answered", (error) => error.name));
    console.log((await sprague.games()).games.length > 10, (await sprague.info("Kayles")).game, (await sprague.moves("Kayles", 4)).moves.length);
    console.log((await sprague.misere("Kayles", { to: 5 })).first_wild.heap, (await sprague.stats("0.16", { to: 1000 })).mask !== undefined);
    console.log((await sprague.evaluate("{0|1} + *2")).value, (await sprague.col("path 5")).value, (await sprague.snort("path 2")).value);
    console.log((await sprague.plot("Kayles", { to: 100 })).slice(0, 4), (await sprague.ask("lookup", { oeis: "A002186" })).games[0]);
    const refused = await sprague.values("Kayles", { to: 10, seconds: 0 }).then(() => null, (error) => error);
    console.log(refused === null || refused instanceof sprague.SpragueError);
    const closed = sprague.solve("0.6").catch((error) => error.name);
    setTimeout(() => sprague.close(), 300);
    console.log(await closed);`,
  );
  const lines = output.trim().split("\n");
  assert.equal(lines[0], "[[1,2,3,1,4],[1,1,2,0,3],[0,0,1,0,2],[1,2,0,1,2]]");
  assert.equal(lines[1], "AbortError");
  assert.equal(lines[2], "true 0.77 4");
  assert.equal(lines[3], "5 true");
  assert.match(lines[5], /^<svg 0\.77$/);
  assert.deepEqual([lines[6], lines[7]], ["true", "AbortError"]);
});

test("the atlas is a file of its own, and missed where it is not there", () => {
  const code = `import { ask, values } from "sprague";
    console.log(await ask("atlas-game", { game: "0.156" }).then(({ row }) => row.period, (error) => error.message));
    console.log((await values("Kayles", { from: 1, to: 3 })).values.join());`;
  assert.equal(run("atlas.mjs", code), "349\n1,2,3\n");
  const file = join(folder, "node_modules/sprague/seed.bin");
  renameSync(file, `${file}.away`);
  try {
    assert.equal(run("atlas.mjs", code), "the atlas is not here: its file seed.bin could not be loaded\n1,2,3\n");
  } finally {
    renameSync(`${file}.away`, file);
  }
});

test("TypeScript knows the answers", () => {
  writeFileSync(
    join(folder, "typed.mts"),
    `import { best, check, solve, values, type Solve } from "sprague";
    const found: Solve = await solve("0.156", { limit: 20000 });
    const status: "proved" | "observed" | "open" = found.status;
    const first: number | string | undefined = (await values("Kayles")).values[0];
    const verdict = (await check("{}")).verdict;
    // @ts-expect-error: a position is a text.
    await best(3);
    console.log(status, first, verdict);`,
  );
  const tsc = join(root, "crates/server/page/node_modules/.bin/tsc");
  execFileSync(tsc, ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "typed.mts"], { cwd: folder, stdio: "inherit" });
});

test("in a page that Vite has bundled", async () => {
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "index.html"), '<!doctype html><title>A page</title><link rel="icon" href="data:,"><p id="told">…</p><script type="module" src="./main.js"></script>');
  writeFileSync(join(app, "main.js"), 'import { solve } from "sprague"; document.querySelector("#told").textContent = `period ${(await solve("Kayles")).period}`;');
  await build({ configFile: false, root: app, base: "./", logLevel: "silent", build: { target: "es2022" } });
  const host = await serveFolder(join(app, "dist"), "/app/");
  const browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, host.url);
    await page.waitForFunction(() => document.querySelector("#told").textContent === "period 12");
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    await host.stop();
  }
});

test("in a browser", async () => {
  const host = await serveFolder(join(folder, "node_modules/sprague"), "/", { "/page": '<!doctype html><title>A page</title><link rel="icon" href="data:,"><p>A page' });
  const browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, `${host.url}page`);
    const told = await page.evaluate(async () => {
      const sprague = await import("./index.js");
      const [solution, position] = await Promise.all([sprague.solve("0.156"), sprague.best("Kayles: 3 5 7")]);
      const { verdict } = await sprague.check(await sprague.certificate("Kayles"));
      const stop = new AbortController();
      const long = sprague.solve("0.6", { signal: stop.signal, progress: () => stop.abort() });
      return [solution.period, position.outcome, verdict, await long.catch((error) => error.name)];
    });
    assert.deepEqual(told, [349, "N", "verified", "AbortError"]);
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    await host.stop();
  }
});
