import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [solid()],
  // The server serves this folder of the package.
  build: {
    outDir: "../src/tablee/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    // What the first page needs comes in one file, which packs better than several.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "page",
              test: /^(?!.*\/(web\/src\/(problems|learn|rules|waiting|replay|whatif|analysis|table\/line(Store)?)|uqr|glicko2)\b)/,
            },
          ],
        },
      },
    },
  },
  // `npm run dev` beside `tablee serve`.
  server: { proxy: { "/api": server, "/docs": server, "/live": { target: server, ws: true } } },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});
