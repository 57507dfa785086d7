// Starts the program's server and a headless Chromium for the tests.
import { execFileSync, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "../../../..");
/** Screenshots are test output. */
export const shots = join(root, "target/page-screenshots");
mkdirSync(shots, { recursive: true });

const program = process.env.SPRAGUE ?? join(root, "target/debug/sprague");

/** `sprague serve` on a free port. */
export async function startServer(...options) {
  // A class is to come from other machines: not to the address that only this one has.
  const where = options.includes("--class") ? ["--port", "0"] : ["--addr", "127.0.0.1:0"];
  const child = spawn(program, ["serve", ...where, "--quiet", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((found, fail) => {
    lines.once("line", found);
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return {
    url: url.trim(),
    pid: child.pid,
    stop: () =>
      new Promise((done) => {
        child.removeAllListeners("exit");
        child.once("exit", (code) => done(code));
        child.kill("SIGTERM");
      }),
  };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".txt": "text/plain" };

/** A plain static file server on a free port, for the files of a folder behind `prefix`, and for some pages beside. */
export async function serveFolder(folder, prefix = "/", pages = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    if (path in pages) {
      response.writeHead(200, { "content-type": "text/html" });
      return response.end(pages[path]);
    }
    const name = normalize(path.slice(prefix.length) || "index.html");
    const file = join(folder, name);
    if (!path.startsWith(prefix) || name.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404);
      return response.end();
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** Debian's Chromium, headless, with no connection but those of the page. */
export async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page that fails the test on any error in the console. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // A refused question is an answer with status 400 or 422; the browser notes it.
    if (message.type() === "error" && !/status of 4(00|22)/.test(message.text())) errors.push(message.text());
  });
  await page.goto(url);
  return { page, errors, close: () => context.close() };
}

export async function shot(page, name, fullPage = true) {
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage });
}
