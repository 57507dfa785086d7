import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

// Fixed file names: the server lists the files of the page, and browsers ask by entity
// tag whether they have changed.
export default defineConfig({
  base: "./",
  resolve: { alias: { "#backend": here("./src/backend/server.ts") } },
  build: {
    outDir: "dist",
    target: "es2022",
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { page: here("./index.html"), embed: here("./embed.html") },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "common.js",
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".css")) ? "page.css" : "[name][extname]",
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8017" } },
});
