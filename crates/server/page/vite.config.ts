import { defineConfig } from "vite";

// Fixed file names: the server lists the files of the page, and browsers ask by entity
// tag whether they have changed.
export default defineConfig({
  base: "./",
  build: {
    outDir: "dist",
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: "page.js",
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".css")) ? "page.css" : "[name][extname]",
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8017" } },
});
