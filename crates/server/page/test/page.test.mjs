// The page in a real browser: what a visitor does, and what the page must never do.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openPage, shot, startBrowser, startServer } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Far more than anything takes: a slow machine is no failure. */
const PATIENCE = 120_000;

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  assert.equal(await server?.stop(), 0, "the server ends well when asked to");
});

/** Opens a page, runs the test, and checks that nothing went wrong in the browser. */
async function visit(query, options, act) {
  const { page, errors, close } = await openPage(browser, server.url + query, options);
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
  // Through the inspector, which the page's content security policy does not bind.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((r) => JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))))`,
    awaitPromise: true,
  });
  assert.deepEqual(JSON.parse(result.value), []);
}

const proved = (page) => page.waitForSelector("#summary .badge.proved");
/** What a view shows when its answers have come. */
const READY = {
  sequence: "table.values td",
  proof: ".verdict",
  rules: "table.moves",
  play: ".nimsum tfoot",
  misere: "table.values td",
  scale: ".strip .cell.here",
  atlas: ".atlas tbody tr",
  col: ".col-value",
};
const drawn = (page) => page.waitForFunction(() => document.querySelector(".plot canvas") !== null && document.querySelectorAll("table.values td").length > 20);

test("a newcomer looks at Kayles, then at another game", async () => {
  await visit("", {}, async (page) => {
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null);
    await page.getByText("New here?").click();
    await proved(page);
    await drawn(page);
    assert.match(await page.textContent("#summary"), /Kayles.*G\(n\+12\)=G\(n\) for all n≥71/s);
    assert.equal(await page.inputValue("#wrap"), "12");
    assert.equal(await page.locator("td.odd").count(), 14, "Kayles has 14 exceptions, as the books list them");
    await shot(page, "newcomer");
    await accessible(page);
    await page.getByRole("button", { name: "S(1,2,4)" }).click();
    await page.waitForFunction(() => document.querySelector("#summary code")?.textContent === "S(1,2,4)");
    await proved(page);
    assert.match(page.url(), /game=S%281%2C2%2C4%29/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#summary code")?.textContent === "0.77");
    // The target is a second; what is measured depends on the machine.
    console.log(`first paint after ${paint === null ? "?" : Math.round(paint)} ms`);
    assert.ok(paint === null || paint < 30_000, `first paint after ${paint} ms`);
  });
});

test("a wrong code is shown at its character", async () => {
  await visit("?game=Kayles", {}, async (page) => {
    await proved(page);
    await page.fill("#game", "0.7W7");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#game-error mark");
    assert.equal(await page.textContent("#game-error mark"), "W");
    assert.match(await page.textContent("#game-error"), /digits are 0-9 and A-V/);
    const selected = await page.evaluate(() => {
      const input = document.querySelector("#game");
      return input.value.slice(input.selectionStart, input.selectionEnd);
    });
    assert.equal(selected, "W", "the character is selected, ready to be replaced");
    assert.match(await page.textContent("#summary"), /Kayles/, "the last game stays");
    await shot(page, "wrong-code");
    await accessible(page);
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#summary code")?.textContent === "0.737");
    assert.equal(await page.textContent("#game-error"), "");
  });
});

test("a million points zoom and pan", async () => {
  await visit("?game=S(3,4,6,10)&to=1000000", {}, async (page) => {
    await drawn(page);
    // Frames while zooming and panning. The target is 33 ms; what is measured depends on
    // the machine, so that only a plot that stands still fails.
    const frames = await page.evaluate(async () => {
      const press = (label) => document.querySelector(`[aria-label="${label}"]`).click();
      const times = [];
      for (const label of ["Zoom in", "Move right", "Move right", "Zoom out", "Zoom in", "Move left", "Zoom in", "Zoom out"]) {
        const start = performance.now();
        press(label);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b);
    });
    console.log(`frames with a million points: median ${Math.round(frames[4])} ms, worst ${Math.round(frames.at(-1))} ms`);
    assert.ok(frames[4] < 5000, `median frame ${frames[4]} ms`);
    await shot(page, "million", false);
  });
});

test("colours, log axes and the width of the table live in the address", async () => {
  await visit("?game=0.77&to=100&color=residues&mod=3&log=x&wrap=24", {}, async (page) => {
    await drawn(page);
    assert.equal(await page.inputValue("#modulus"), "3");
    assert.ok(await page.isChecked("text=log n"));
    assert.equal(await page.locator("table.values thead th").count(), 25);
    await page.selectOption("#colour", "exceptions");
    assert.match(page.url(), /color=exceptions/);
    assert.doesNotMatch(page.url(), /mod=/);
    const href = await page.getAttribute("text=Save as SVG", "href");
    const svg = await page.evaluate((address) => fetch(address).then((r) => r.text()), href);
    assert.match(svg, /^<svg[^>]*>\n<title>Kayles, 0\.77/);
  });
});

test("rare values stand out", async () => {
  await visit("?game=0.16&to=10000&color=rare", {}, async (page) => {
    await drawn(page);
    await page.waitForFunction(() => /rare by the mask 0x/.test(document.querySelector(".legend").textContent));
    const stats = await page.evaluate(() => fetch("./api/stats?game=0.16&to=10000").then((r) => r.json()));
    const legend = await page.textContent(".legend");
    assert.match(legend.replace(/\s/g, ""), new RegExp(`mask0x${stats.mask}.*:${stats.rares.length}heaps`));
    assert.match(await page.getAttribute("text=Save as SVG", "href"), /color=rare/);
    await page.locator(".plot").scrollIntoViewIfNeeded();
    await shot(page, "rare");
    await accessible(page);
  });
});

test("the atlas is searched, turned and opened", async () => {
  await visit("?game=0.16&view=atlas", {}, async (page) => {
    await page.waitForSelector(".atlas tbody tr");
    await page.waitForSelector(".literature li");
    await shot(page, "atlas");
    await accessible(page);
    const first = await page.textContent(".atlas tbody tr td");
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForFunction((before) => document.querySelector(".atlas tbody tr td").textContent !== before, first);
    assert.match(page.url(), /a-from=25/);
    await page.selectOption("#a-kind", "periodic");
    await page.fill("#a-period", ">300");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => {
      const periods = [...document.querySelectorAll(".atlas tbody tr td:nth-child(5)")].map((cell) => Number(cell.textContent.replace(/\s/g, "")));
      return periods.length > 0 && periods.every((period) => period > 300);
    });
    await page.fill("#a-period", "many");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /no condition on period/.test(document.querySelector("#view").textContent));
    await page.fill("#a-period", "349");
    await page.keyboard.press("Enter");
    const game = page.locator(".atlas tbody button.link", { hasText: /^0\.156$/ });
    await game.click();
    await page.waitForFunction(() => document.querySelector("#summary code")?.textContent === "0.156");
    await drawn(page);
    assert.doesNotMatch(page.url(), /view=/);
    await page.goBack();
    await page.waitForSelector(".atlas tbody tr");
    assert.equal(await page.inputValue("#a-period"), "349", "the address keeps the search");
  });
});

test("an address beyond the end of the atlas shows its beginning", async () => {
  await visit("?game=0.16&view=atlas&a-from=100000", {}, async (page) => {
    await page.waitForSelector(".atlas tbody tr");
    assert.match(await page.textContent("#view .muted[role=status]"), /^1 to 25 of/);
  });
});

test("misère Kayles has its quotient of order 40", async () => {
  await visit("?game=Kayles&view=misere", {}, async (page) => {
    await page.waitForSelector("table.values td sup");
    assert.match(await page.textContent("#view .statement"), /Heap 5 is the first wild heap/);
    await page.getByRole("button", { name: "Find the misère quotient" }).click();
    await page.waitForSelector("#view .stack .badge.proved");
    assert.match(await page.textContent("#view .stack"), /Order 40.*Φ\(n\+12\)/s);
    await shot(page, "misere");
    await accessible(page);
  });
});

test("an empty text and a huge heap are answered with advice", async () => {
  await visit("?game=Kayles", {}, async (page) => {
    await proved(page);
    await page.fill("#game", "");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#game-error").textContent.length > 10);
    await page.fill("#game", "0.6");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#summary code")?.textContent === "0.6");
    await page.locator("#tab-proof").click();
    await page.fill("#heap", "10^19999");
    await page.getByRole("button", { name: "Find its nim-value" }).click();
    await page.waitForFunction(() => /too large to count up to/.test(document.querySelector(".result").textContent));
    await page.fill("#heap", "ten");
    await page.getByRole("button", { name: "Find its nim-value" }).click();
    await page.waitForFunction(() => /Write a whole number/.test(document.querySelector(".result").textContent));
  });
});

test("a ruler is shown with its formulas and its automaton, and checked", async () => {
  await visit("?game=0.2048&view=proof", {}, async (page) => {
    await proved(page);
    await page.waitForSelector(".formulas li");
    await page.waitForSelector("img.drawing");
    await page.getByRole("button", { name: "Check it" }).click();
    await page.waitForSelector(".verdict .badge.proved");
    await shot(page, "automaton");
    await accessible(page);
  });
});

test("a proof is checked, and a heap of 10^100 has a value", async () => {
  await visit("?game=Kayles&view=proof", {}, async (page) => {
    await page.getByRole("button", { name: "Check it" }).click();
    await page.waitForSelector(".verdict .badge.proved");
    assert.match(await page.textContent(".verdict"), /verified.*0\.77: G\(n\+12\)=G\(n\) for all n>=71/s);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download the certificate").click()]);
    const text = readFileSync(await download.path(), "utf8");
    assert.equal(JSON.parse(text).game, "0.77");
    await page.getByRole("button", { name: "Find its nim-value" }).click();
    await page.waitForFunction(() => /G\(10\^100\) = \d/.test(document.querySelector(".result").textContent));
    // 10^100 = 4 mod 12, and Kayles has the value 1 there.
    assert.equal((await page.textContent(".result")).trim(), "G(10^100) = 1");
    await shot(page, "proof");
    await accessible(page);
  });
});

test("an observed or open game does not pretend to be proved", async () => {
  await visit("?game=0.6&view=proof&limit=3000", {}, async (page) => {
    await page.waitForSelector("#summary .badge.open, #summary .badge.observed");
    assert.equal(await page.getByRole("button", { name: "Check it" }).count(), 0);
    await shot(page, "open-game");
  });
});

test("the moves of a heap explain its value", async () => {
  await visit("?game=Kayles&view=rules&n=4", {}, async (page) => {
    await page.waitForSelector("table.moves");
    assert.match(await page.textContent(".moves-area"), /mex\{0, 2, 3\} = 1/);
    assert.equal(await page.locator("table.moves tbody tr").count(), 4);
    await page.fill("#moves-heap", "0");
    await page.waitForFunction(() => document.querySelector(".moves-area").textContent.includes("has no move"));
    await shot(page, "rules");
    await accessible(page);
  });
});

test("a game of Kayles is played to its end and won", async () => {
  await visit("?game=Kayles&view=play&heaps=3+5+7", {}, async (page) => {
    await page.waitForSelector(".nimsum tfoot");
    assert.match(await page.textContent(".nimsum tfoot"), /Nim-sum5/);
    await shot(page, "play-start");
    await accessible(page);
    // Follow the hints: from an N-position they win.
    for (let turn = 0; turn < 20; turn++) {
      if (/last move/.test(await page.textContent("#view .statement"))) break;
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForFunction(() => /You can win/.test(document.querySelector("#view .statement").textContent));
      const [, heap, to] = /You can win: (\d+) → ([^;.]+)/.exec(await page.textContent("#view .statement"));
      await page.getByRole("button", { name: `Heap of ${heap}`, exact: true }).first().click();
      await page.getByRole("button", { name: `leave ${to.trim()}`, exact: true }).click();
      await page.waitForFunction(() => /Your move|last move/.test(document.querySelector("#view .statement").textContent));
    }
    assert.match(await page.textContent("#view .statement"), /You made the last move and win!/);
    await shot(page, "play-won");
  });
});

test("heaps that carry a pass are played to the end and won", async () => {
  await visit("?game=Kayles+%2B+pass&view=play&heaps=3+4+6", {}, async (page) => {
    await page.waitForSelector(".nimsum tfoot");
    await accessible(page);
    assert.equal(await page.locator(".heap .size").first().textContent(), "3*");
    for (let turn = 0; turn < 30; turn++) {
      if (/last move/.test(await page.textContent("#view .statement"))) break;
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForFunction(() => /You can win/.test(document.querySelector("#view .statement").textContent));
      const [, heap, star, to] = /You can win: (\d+)(\*?) → ([^;.]+)/.exec(await page.textContent("#view .statement"));
      await page.getByRole("button", { name: `Heap of ${heap}${star && " with a pass"}`, exact: true }).first().click();
      const move = star && to.trim() === heap ? "use the pass" : `leave ${to.trim()}`;
      await page.getByRole("button", { name: move, exact: true }).click();
      await page.waitForFunction(() => /Your move|last move/.test(document.querySelector("#view .statement").textContent));
    }
    assert.match(await page.textContent("#view .statement"), /You made the last move and win!/);
    await shot(page, "play-pass");
    // What the scale cannot show it does not show wrong.
    await page.locator("#tab-scale").click();
    await page.waitForFunction(() => /knows no pass/.test(document.querySelector("#view").textContent));
  });
});

test("the computer wins misère Nim when it can", async () => {
  await visit("?game=Nim&view=play&heaps=1+2+4&first=computer&misere=1", {}, async (page) => {
    for (let turn = 0; turn < 20; turn++) {
      await page.waitForFunction(() => /Your move|last move/.test(document.querySelector("#view .statement").textContent));
      if (/last move/.test(await page.textContent("#view .statement"))) break;
      await page.locator(".heap").first().click();
      await page.locator(".chip.move").first().click();
    }
    assert.match(await page.textContent("#view .statement"), /You made the last move and lose/);
  });
});

test("the Grundy scale slides", async () => {
  await visit("?game=S(3,4,6,10)&view=scale&heap0=9", {}, async (page) => {
    await page.waitForFunction(() => /mex/.test(document.querySelector("#view .statement").textContent));
    assert.match(await page.textContent("#view .statement"), /G\(9\) = mex\{1, 2\} = 0/);
    for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "One heap further" }).click();
    await page.waitForFunction(() => /G\(13\) = mex\{0, 1, 2, 3\} = 4/.test(document.querySelector("#view .statement").textContent));
    assert.equal(await page.locator(".strip.lower .mark", { hasText: "▲" }).count(), 5);
    await shot(page, "scale");
    await accessible(page);
  });
});

test("Col is drawn and valued", async () => {
  await visit("?view=col", {}, async (page) => {
    await page.waitForSelector(".col-value");
    await page.getByRole("button", { name: "Empty" }).click();
    await page.getByRole("button", { name: "Add node" }).click();
    const box = await page.locator(".graph").boundingBox();
    for (const x of [0.3, 0.5, 0.7]) await page.mouse.click(box.x + x * box.width, box.y + box.height / 2);
    assert.equal(await page.locator("[data-node]").count(), 3);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    for (const i of [0, 1, 1, 2]) await page.locator(`[data-node="${i}"]`).click();
    assert.equal(await page.locator(".graph .edge").count(), 2);
    // A path of three untinted nodes.
    await page.waitForFunction(() => document.querySelector(".col-value")?.textContent === "0" || document.querySelector(".col-value")?.textContent === "*");
    const path3 = await page.evaluate(() => fetch("./api/col?graph=path%203").then((r) => r.json()));
    await page.waitForFunction((value) => document.querySelector(".col-value")?.textContent === value, path3.value);
    await page.getByRole("button", { name: "Tint", exact: true }).click();
    // With the keyboard this time.
    await page.locator('[data-node="1"]').focus();
    await page.keyboard.press("Enter");
    const tinted = await page.evaluate(() => fetch("./api/col?nodes=3&edges=0-1,1-2&tints=o%2Bo").then((r) => r.json()));
    await page.waitForFunction((value) => document.querySelector(".col-value")?.textContent === value, tinted.value);
    await shot(page, "col");
    await accessible(page);
    await page.reload();
    await page.waitForFunction((value) => document.querySelector(".col-value")?.textContent === value, tinted.value);
    // The same board under the other rule.
    await page.selectOption("#paint", "snort");
    const snort = await page.evaluate(() => fetch("./api/snort?nodes=3&edges=0-1,1-2&tints=o%2Bo").then((r) => r.json()));
    await page.waitForFunction((value) => document.querySelector(".col-value")?.textContent === value, snort.value);
    assert.notEqual(snort.value, tinted.value);
    assert.match(await page.textContent("#view"), /different colours/);
    await accessible(page);
    assert.equal(await page.locator(".node.tint-left").count(), 1, "the address keeps the drawing");
  });
});

test("tabs and views work with the keyboard alone", async () => {
  await visit("?game=Kayles", {}, async (page) => {
    await proved(page);
    await page.locator("#tab-sequence").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("#heap");
    assert.match(page.url(), /view=proof/);
    await page.keyboard.press("End");
    await page.waitForSelector(".graph .node");
    await page.keyboard.press("Home");
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "tab-sequence");
  });
});

test("dark mode has contrast", async () => {
  await visit("?game=Kayles", { colorScheme: "dark" }, async (page) => {
    await proved(page);
    await drawn(page);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(ground, "rgb(19, 21, 25)");
    await shot(page, "dark");
    await accessible(page);
    await page.getByRole("button", { name: /Theme/ }).click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(246, 245, 241)");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Theme: light" }).click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(19, 21, 25)");
    await page.getByRole("button", { name: "Theme: dark" }).click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(246, 245, 241)");
  });
});

test("a phone shows everything without sideways scrolling", async () => {
  const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  for (const view of Object.keys(READY)) {
    await visit(`?game=Kayles&view=${view}`, phone, async (page) => {
      await proved(page);
      await page.waitForSelector(READY[view]);
      const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      assert.ok(whole <= inner, `${view}: ${whole} > ${inner}`);
      await shot(page, `phone-${view}`);
      if (view === "sequence") await accessible(page);
    });
  }
});

test("nothing on the page jumps when answers come", async () => {
  await visit("?game=Kayles", {}, async (page) => {
    await proved(page);
    await drawn(page);
    const shift = await page.evaluate(
      () =>
        new Promise((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          // Buffered entries are handed over before the next frames.
          requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
        }),
    );
    console.log(`cumulative layout shift: ${shift.toFixed(4)}`);
    assert.ok(shift < 0.1, `cumulative layout shift ${shift}`);
  });
});

test("the content security policy stops injected scripts", async () => {
  const { page, errors, close } = await openPage(browser, server.url);
  await proved(page);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.head.append(script);
    return window.injected === true;
  });
  assert.equal(ran, false);
  assert.equal(errors.length, 1);
  assert.match(errors[0], /Content Security Policy/);
  await close();
});
