// The page without a server: workers in the browser answer. Called by site.mjs.
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Scripts, workers and connections from this place alone. Who may frame a page cannot be said here. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** What the pages say and load where there is no server. */
function withoutServer(program: string): Plugin {
  return {
    name: "without-server",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => ({
        html: html.replace(
          /<p id="computed">[\s\S]*?<\/p>/,
          `<p id="computed">Computed in this browser: nothing leaves it, and once opened the page works without a network. <span class="backend-state">The program is on its way; until it is here, stored answers of it are shown.</span> <a href="./licences.txt">Licences</a> · <a href="./example.html">Embed a game</a></p>`,
        ),
        tags: [
          { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
          { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
          { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-192.png" }, injectTo: "head" },
          { tag: "link", attrs: { rel: "preload", href: `./facts.json?v=${program}`, as: "fetch", crossorigin: "anonymous" }, injectTo: "head" },
          { tag: "link", attrs: { rel: "preload", href: `./sprague_bg.wasm?v=${program}`, as: "fetch", crossorigin: "anonymous" }, injectTo: "head" },
          { tag: "link", attrs: { rel: "preload", href: `./seed.bin?v=${program}`, as: "fetch", crossorigin: "anonymous" }, injectTo: "head" },
        ],
      }),
    },
  };
}

export default defineConfig(() => {
  const program = process.env["SPRAGUE_PROGRAM"] ?? "";
  return {
    base: "./",
    define: { __PROGRAM__: JSON.stringify(program), __CHECKER__: process.env["SPRAGUE_CHECKER"] === "yes" },
    resolve: { alias: { "#backend": here("./src/backend/workers.ts") } },
    plugins: [withoutServer(program)],
    worker: { format: "es" as const, rollupOptions: { output: { entryFileNames: "worker-[hash].js" } } },
    build: {
      target: "es2022",
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      assetsDir: "",
      rollupOptions: {
        input: { page: here("./index.html"), embed: here("./embed.html") },
        output: { entryFileNames: "[name]-[hash].js", chunkFileNames: "common-[hash].js", assetFileNames: "[name]-[hash][extname]" },
      },
    },
  };
});
