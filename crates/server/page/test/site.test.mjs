// The site without a server in a real browser: what `make site` builds, from a plain static file
// server, from a sub-folder, and without a network.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPage, root, serveFolder, shot, startBrowser } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const site = process.env.SITE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "site");
/** Far more than anything takes: a slow machine is no failure. */
const PATIENCE = 120_000;

let host;
let browser;
before(async () => {
  host = await serveFolder(site);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** Opens a page of the site, runs the test, and checks that nothing went wrong in the browser. */
async function visit(address, options, act) {
  const { page, errors, close } = await openPage(browser, address, { reducedMotion: "reduce", ...options });
  page.setDefaultTimeout(PATIENCE);
  try {
    await act(page);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
}

/** No violation of WCAG 2 A and AA as far as axe can tell. */
async function accessible(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((r) => JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))))`,
    awaitPromise: true,
  });
  assert.deepEqual(JSON.parse(result.value), []);
}

const proved = (page) => page.waitForSelector("#summary .badge.proved");
const loaded = (page) => page.waitForFunction(() => /is loaded/.test(document.querySelector("#computed").textContent));
const shows = (page, code) => page.waitForFunction((wanted) => document.querySelector("#summary code")?.textContent === wanted, code);

test("Kayles is answered before the program has come, and computed when it is there", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  let go;
  const held = new Promise((open) => { go = open; });
  await page.route("**/sprague_bg.wasm*", async (route) => {
    await held;
    await route.continue();
  });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const start = performance.now();
  await page.goto(`${host.url}?game=Kayles`, { waitUntil: "commit" });
  await proved(page);
  console.log(`the card of Kayles after ${Math.round(performance.now() - start)} ms, from stored answers`);
  assert.match(await page.textContent("#summary"), /Kayles 0\.77.*0 1 2 3 1 4 3 2 1 4.*Periodic with period 12 from heap 71/s);
  await page.waitForFunction(() => document.querySelectorAll("table.values td").length > 20);
  assert.match(await page.textContent("#computed"), /in this browser.*on its way/s);
  await page.goto(host.url);
  await page.waitForFunction(() => document.querySelectorAll(".gallery .thumb").length >= 9);
  go();
  await loaded(page);
  assert.match(await page.textContent("#computed"), /sprague \d.* is loaded; one question may take [\d.]+ GB of memory \(a browser gives 4 at most\)/);
  await page.fill("#game", "0.137");
  await page.keyboard.press("Enter");
  await shows(page, "0.137");
  await proved(page);
  assert.ok(!asked.some((url) => url.includes("/api/")), "nobody is asked");
  await context.close();
});

test("the first answer that is computed", async () => {
  await visit(`${host.url}?game=0.177`, { serviceWorkers: "block" }, async (page) => {
    await proved(page);
    console.log(`0.177, computed, ${Math.round(await page.evaluate(() => performance.now()))} ms after the page was opened`);
    await loaded(page);
    await accessible(page);
    await shot(page, "site");
  });
});

test("from a sub-folder: files to take away, the atlas, a wrong code", async () => {
  const folder = await serveFolder(site, "/notes/games/");
  try {
    await visit(`${folder.url}?game=0.156&view=proof`, { serviceWorkers: "block", acceptDownloads: true }, async (page) => {
      await proved(page);
      const saved = async (act) => {
        const [download] = await Promise.all([page.waitForEvent("download"), act()]);
        return readFileSync(await download.path());
      };
      assert.equal(JSON.parse(await saved(() => page.getByText("Download the certificate").click())).game, "0.156");
      await page.getByRole("button", { name: "Check it" }).click();
      await page.waitForSelector(".verdict .badge.proved");
      const carry = page.locator("#summary .carry");
      assert.match(String(await saved(() => carry.getByText("CSV").click())), /^n,value\n0,0\n1,1\n2,1\n3,0\n/);
      assert.match(String(await saved(() => carry.getByText("b-file").click())), /^0 0\n1 1\n/);
      assert.match(String(await saved(() => carry.getByText("SVG").click())), /^<svg/);
      assert.deepEqual([...(await saved(() => carry.getByText("PNG").click())).subarray(1, 4)], [...Buffer.from("PNG")]);
      await page.fill("#game", "0.7W7");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#game-error mark");
      assert.equal(await page.textContent("#game-error mark"), "W");
      await page.getByRole("link", { name: "Atlas" }).click();
      await page.waitForSelector(".atlas tbody tr");
    });
  } finally {
    await folder.stop();
  }
});

test("without the file of the atlas, or with a damaged one, everything else is computed, and the atlas says why not", async () => {
  const seed = readFileSync(join(site, "seed.bin"));
  seed[seed.length >> 1] ^= 1;
  const cases = [
    [{ status: 404 }, /Its atlas could not be loaded: open the page again/, "could not be loaded"],
    [{ status: 200, body: seed }, /at most\)\.(?! Its atlas)/, "is damaged or of another version"],
  ];
  for (const [answer, foot, why] of cases) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.route("**/seed.bin*", (route) => route.fulfill(answer));
    await page.goto(`${host.url}?game=0.177`);
    await proved(page);
    await loaded(page);
    assert.match(await page.textContent("#computed"), foot);
    await page.getByRole("link", { name: "Atlas" }).click();
    await page.waitForSelector("span.error");
    assert.match(await page.textContent("main"), new RegExp(`The atlas is not here: its file seed\\.bin ${why}`));
    await context.close();
  }
});

test("once opened it needs no network", async () => {
  const folder = await serveFolder(site, "/kept/");
  await visit(folder.url, {}, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.active.state === "activated" || new Promise((done) => ready.active.addEventListener("statechange", done))));
    await folder.stop();
    await page.goto(`${folder.url}?game=0.17&view=rules&n=5`);
    await page.waitForSelector("table.moves");
    await loaded(page);
    await page.getByRole("link", { name: "Atlas" }).click();
    await page.waitForSelector(".atlas tbody tr");
    await page.goto(`${folder.url}embed.html?game=0.156&view=card`);
    await page.waitForSelector(".badge.proved");
    await page.goto(`${folder.url}embed.html?game=0.156&view=film`);
    assert.match(await page.textContent(".error"), /no view 'film': write plot, play or card/);
  });
});

test("a newer version takes over as a whole, when no tab shows the older one", async () => {
  const copy = mkdtempSync(join(tmpdir(), "sprague-site-"));
  cpSync(site, copy, { recursive: true });
  const folder = await serveFolder(copy, "/kept/", { "/": '<!doctype html><title>Beside</title><link rel="icon" href="data:,"><p>Beside' });
  const context = await browser.newContext();
  const change = (name, from, to) => writeFileSync(join(copy, name), readFileSync(join(copy, name), "utf8").replace(from, to));
  const description = (page) => page.getAttribute("meta[name=description]", "content");
  try {
    const first = await context.newPage();
    await first.goto(folder.url);
    await first.evaluate(() => navigator.serviceWorker.ready);
    change("index.html", "Impartial heap games", "A newer version");
    change("service-worker.js", /VERSION = "/, 'VERSION = "newer-');
    // The newer one is fetched, and waits.
    await first.evaluate(() => navigator.serviceWorker.ready.then(async (ready) => { await ready.update(); while (!ready.waiting) await new Promise((done) => setTimeout(done, 50)); }));
    await first.reload();
    assert.match(await description(first), /^Impartial heap games/, "a tab that shows the older one keeps it whole");
    const caches = await first.evaluate(() => caches.keys());
    assert.equal(caches.length, 2);
    await first.close();
    // A page of the same host outside of the folder, which keeps no version alive.
    const second = await context.newPage();
    await second.goto(new URL("/", folder.url).href);
    // The browser decides when it turns to the newer one; a visit reminds it.
    for (let visits = 0; visits < 100; visits++) {
      await second.goto(folder.url);
      if (/^A newer version/.test(await description(second))) break;
      await second.goto(new URL("/", folder.url).href);
      await second.waitForTimeout(200);
    }
    assert.match(await description(second), /^A newer version/);
    assert.equal((await second.evaluate(() => caches.keys())).length, 1, "the older one is gone");
  } finally {
    await context.close();
    await folder.stop();
    rmSync(copy, { recursive: true });
  }
});

test("long questions show progress, can be stopped, and block no others", async () => {
  await visit(`${host.url}?game=0.6&to=1000000`, { serviceWorkers: "block" }, async (page) => {
    // The search for a proof and a million values, both long; then small questions.
    await page.waitForFunction(() => document.querySelector("#summary progress")?.value > 0);
    await page.waitForFunction(() => document.querySelector("#view .status progress")?.value > 0);
    await page.locator("#tab-rules").click();
    await page.fill("#moves-heap", "7");
    await page.waitForFunction(() => /mex/.test(document.querySelector(".moves-area")?.textContent ?? ""));
    assert.equal(await page.locator("#summary .badge.open, #summary .badge.proved").count(), 0, "the search goes on meanwhile");
    await page.locator("#summary").getByRole("button", { name: "Stop" }).click();
    await page.waitForFunction(() => /The search was stopped/.test(document.querySelector("#summary").textContent));
    await page.fill("#game", "0.177");
    await page.keyboard.press("Enter");
    await shows(page, "0.177");
    await proved(page);
  });
});

test("a certificate is judged in the browser, and a forged one refused", async () => {
  await visit(`${host.url}?game=Kayles&view=proof`, { serviceWorkers: "block", acceptDownloads: true }, async (page) => {
    // From the beginning: the browser is told once that files are chosen by a test.
    const chosen = new Promise((chooser) => page.on("filechooser", chooser));
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download the certificate").click()]);
    const certificate = readFileSync(await download.path(), "utf8");
    const drop = (text) =>
      page.evaluate((content) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], "kayles.json", { type: "application/json" }));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      }, text);
    await drop(certificate);
    await page.waitForSelector(".verdict .badge.proved");
    assert.match(await page.textContent(".verdict"), /G\(n\+12\)\s*=\s*G\(n\).*judged by the checker(?: alone)?, in this browser/s);
    await accessible(page);
    await shot(page, "site-check");
    const forged = certificate.replace(/"period":\s*12/, '"period":11');
    assert.notEqual(forged, certificate);
    await page.locator("#choose-certificate").focus();
    await page.keyboard.press("Enter");
    await (await chosen).setFiles({ name: "forged.json", mimeType: "application/json", buffer: Buffer.from(forged) });
    await page.waitForSelector(".verdict .badge.open");
    assert.match(await page.textContent(".verdict"), /^not verified/);
    await drop("no certificate");
    await page.waitForFunction(() => /^not verified/.test(document.querySelector(".verdict").textContent) && /kayles\.json/.test(document.querySelector(".verdict").textContent));
  });
});

test("other sites frame a game and play on its board; the page itself they do not", async () => {
  const notes = (inside) => `<!doctype html><html lang="en"><title>Notes</title><link rel="icon" href="data:,"><main>${inside}</main></html>`;
  const other = await serveFolder(site, "/none/", {
    "/plot": notes(`<iframe title="0.156" src="${host.url}embed.html?game=0.156&view=plot" width="800" height="500"></iframe>`),
    "/page": notes(`<iframe title="sprague" src="${host.url}?game=Kayles" width="800" height="500"></iframe>`),
    "/board": notes(`<script src="${host.url}sprague-board.js"></script><sprague-board game="Kayles" heaps="2 2"></sprague-board>`),
  });
  const at = (path) => other.url.replace("/none/", path);
  try {
    await visit(at("/plot"), {}, async (page) => {
      const frame = page.frameLocator("iframe");
      await frame.locator(".badge.proved").waitFor();
      assert.match(await frame.locator("#view").textContent(), /Periodic with period 349/);
      await page.goto(at("/page"));
      await page.frameLocator("iframe").getByRole("link", { name: "Open sprague" }).waitFor();
      await page.goto(at("/board"));
      const board = page.frameLocator("iframe");
      await board.locator(".heap").nth(1).locator('[data-item="1"]').click();
      await board.locator(".history li").nth(1).waitFor();
      assert.equal(await board.locator(".history li").first().textContent(), "You: 2 → nothing");
      await page.waitForFunction(() => document.querySelector("sprague-board").shadowRoot.querySelector("iframe").style.height !== "480px");
    });
    await visit(`${host.url}example.html`, {}, async (page) => {
      await page.frameLocator("sprague-board iframe").first().locator(".pin").first().waitFor();
      await shot(page, "site-example");
      await accessible(page);
      await page.goto(`${host.url}embed.html?game=Kayles&view=play`);
      await page.waitForSelector(".board .line");
      await accessible(page);
    });
  } finally {
    await other.stop();
  }
});
