import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [solid()],
  // Into the package: the server hands out what stands there.
  build: {
    outDir: "../src/tablee/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
  },
  // `npm run dev` beside `tablee serve`.
  server: { proxy: { "/api": server, "/live": { target: server, ws: true } } },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});
