// Builds the page into dist/ or the given folder: scripts and styles with hashed names, and an index.html that names them.

import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";

const OUT = process.argv[2] ?? "dist";
const SEVERAL = 3; // as many views as must share a chunk for it to be preloaded
const MOST_KILOBYTES = 330; // of script, gzipped, all together, half of it LiveKit's; a view loads only its own (tests/page/speed.py)

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const { metafile } = await build({
  entryPoints: { page: "src/main.tsx", style: "src/styles/page.css" },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  legalComments: "linked",
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".ogg": "file" },
  publicPath: "/",
  plugins: [{ name: "sample", setup: (build) => build.onLoad({ filter: /\.jsonl$/ }, sample) }],
  logLevel: "warning",
});

const entry = (source) =>
  basename(Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source)[0]);
const html = await readFile("src/index.html", "utf8");
const first = [...parts().map(script), ...typefaces().map(font)]; // otherwise a browser would find them only after loading what names them
await writeFile(
  `${OUT}/index.html`,
  html.replace("</head>", `${first.map((link) => `  ${link}\n`).join("")}  </head>`).replace("page.js", entry("src/main.tsx")).replace("style.css", entry("src/styles/page.css")),
);

function script(name) {
  return `<link rel="modulepreload" href="/${name}" />`;
}

function font(name) {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}" />`;
}

/** A recorded debate as far as a page shows it: no plans, no models, only the first reader's flow. */
async function sample({ path }) {
  const unshown = new Set(["plan_updated", "fit_step", "statement_drafted", "state_digest", "model_used", "transcript_segment"]);
  const events = (await readFile(path, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  const shown = events.filter(({ type, observer }) => !unshown.has(type) && (!observer || observer === "pro"));
  return { contents: shown.map((event) => JSON.stringify(event)).join("\n"), loader: "file" };
}

/** The parts of the typefaces that every view needs; those of other alphabets are loaded where their letters are. */
function typefaces() {
  return Object.keys(metafile.outputs).map((path) => basename(path)).filter((name) => /-latin-(wght|wdth)-normal-\w+\.woff2$/.test(name));
}

/** Chunks imported by the entry script or by several views; not those of a single view, nor LiveKit's client. */
function parts() {
  const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith(".js"));
  const wanted = new Map();
  for (const [, { imports, entryPoint }] of outputs)
    for (const { path } of imports.filter((one) => one.kind === "import-statement"))
      wanted.set(path, (wanted.get(path) ?? 0) + (entryPoint === "src/main.tsx" ? SEVERAL : 1));
  return [...wanted].filter(([, by]) => by >= SEVERAL).map(([path]) => basename(path));
}

let total = 0;
for (const name of (await readdir(OUT)).filter((name) => /\.(js|css|jsonl)$/.test(name))) {
  const packed = gzipSync(await readFile(`${OUT}/${name}`));
  await writeFile(`${OUT}/${name}.gz`, packed); // what browsers get (agent/web/page.py)
  if (!name.endsWith(".js")) continue;
  const size = packed.length;
  total += size;
  console.log(`${name.padEnd(24)} ${(size / 1000).toFixed(1).padStart(6)} kB gzipped`);
}
console.log(`${"all scripts".padEnd(24)} ${(total / 1000).toFixed(1).padStart(6)} kB gzipped, at most ${MOST_KILOBYTES}`);
if (total > MOST_KILOBYTES * 1000) process.exit(1);
