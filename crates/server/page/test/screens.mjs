// The main views at three sizes, light and dark, as they are kept in docs/screens:
// `node test/screens.mjs [folder]`, with the program that `test.sh` uses.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPage, root, serveFolder, startBrowser, startServer } from "./harness.mjs";

/** Name, address, and what is there when the view has all its answers. */
const VIEWS = [
  ["home", "", ".gallery .tile:nth-child(9) .thumb"],
  ["sequence", "?game=Kayles", "#summary .badge.proved"],
  ["play", "?game=Kayles&view=play&heaps=3+5+7&against=friend&m=1.2.2", ".board .line"],
  ["proof", "?game=0.2048&view=proof", ".drawing"],
  ["rules", "?game=Grundy&view=rules&n=9", "table.moves"],
  ["misere", "?game=Kayles&view=misere", "table.values td"],
  ["scale", "?game=S(3,4,6,10)&view=scale&heap0=13", ".strip .cell.here"],
  ["atlas", "?view=atlas&a-order=period&a-down=1", ".atlas tbody tr"],
  ["col", "?view=col&mode=play&against=friend&m=L1R2&nodes=200.70.o_320.70.o_440.70.o_200.180.o_320.180.o_440.180.o_200.290.o_320.290.o_440.290.o&edges=0.1_1.2_3.4_4.5_6.7_7.8_0.3_3.6_1.4_4.7_2.5_5.8", ".painted-white"],
  ["worksheet", "?view=worksheet", ".thermograph"],
];
const SIZES = [[390, 844], [1440, 900], [1920, 1080]];

const folder = process.argv[2] ?? join(root, "docs/screens");
const only = process.argv[3];
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
let bytes = 0;
for (const [name, query, ready] of VIEWS) {
  if (only && !only.split(",").includes(name)) continue;
  for (const [width, height] of SIZES)
    for (const colorScheme of ["light", "dark"]) {
      const phone = width < 500;
      const { page, close } = await openPage(browser, server.url + query, { viewport: { width, height }, colorScheme, reducedMotion: "reduce", ...(phone ? { isMobile: true, hasTouch: true } : {}) });
      await page.waitForSelector(ready, { timeout: 120_000 });
      if (!["home", "atlas", "col", "worksheet"].includes(name)) await page.waitForSelector("#summary .badge.proved, #summary .badge.open, #summary .badge.observed", { timeout: 120_000 });
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(300);
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 55 });
      const file = Buffer.from(data, "base64");
      bytes += file.length;
      writeFileSync(join(folder, `${name}-${width}-${colorScheme}.webp`), file);
      if (process.env.PNG) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: process.env.PNG === "full" });
      await close();
    }
}
// The page without a server, where `make site` has built it.
if (existsSync(join(root, "target/site/index.html")) && (!only || only.split(",").includes("site"))) {
  const host = await serveFolder(join(root, "target/site"));
  for (const [name, query, ready] of [["site", "?game=Kayles", "#summary .badge.proved"], ["example", "example.html", "sprague-board"]]) {
    const { page, close } = await openPage(browser, host.url + query, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    await page.waitForSelector(ready);
    await page.waitForTimeout(3000);
    if (process.env.PNG) await page.screenshot({ path: join(folder, `${name}-1440-light.png`) });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 55 });
    writeFileSync(join(folder, `${name}-1440-light.webp`), Buffer.from(data, "base64"));
    await close();
  }
  await host.stop();
}
await browser.close();
await server.stop();
console.log(`${bytes} bytes in ${folder}`);
