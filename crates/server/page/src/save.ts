// What people carry away: a link, a citation, values in the forms other programs read.

import { tell } from "./activity";
import { askText, isAbort, said, type Solution } from "./api";

/** Offers a text as a file. */
export function download(name: string, text: string, type = "text/plain"): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Offers a picture of the server as PNG, drawn by the browser with two pixels for one. */
export async function downloadPng(name: string, svg: string): Promise<void> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  save(name, blob);
}

/** Files that a link has the server make come as answers do: one sees that they take long, can stop them, and reads why there is none. */
export function saveFromLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download][href^="./api/"]') : null;
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, searchParams } = new URL(link.href);
    const type = link.download.endsWith(".svg") ? "image/svg+xml" : "application/json";
    askText(pathname.split("/api/")[1] ?? "", Object.fromEntries(searchParams)).then(
      (text) => download(link.download, text, type),
      (error: unknown) => { if (!isAbort(error)) tell(said(error)); },
    );
  });
}

function save(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Copies a text; false where the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A file name made from the name of a game. */
export function fileName(game: string, ending: string): string {
  return `${game.replace(/[^A-Za-z0-9.]+/g, "_").slice(0, 60)}.${ending}`;
}

export function csv(values: number[]): string {
  return ["n,value", ...values.map((v, n) => `${n},${v}`)].join("\n") + "\n";
}

/** Lines `n a(n)`, as the OEIS wants them. */
export function bfile(values: number[]): string {
  return values.map((v, n) => `${n} ${v}`).join("\n") + "\n";
}

/** A table of twelve columns. */
export function latex(game: string, values: number[]): string {
  const width = 12;
  const rows: string[] = [];
  for (let n = 0; n < values.length; n += width) rows.push(`$${n}+$ & ${values.slice(n, n + width).join(" & ")} \\\\`);
  const head = Array.from({ length: width }, (_, i) => i).join(" & ");
  return `% The nim-sequence of ${game}\n\\begin{tabular}{r|${"r".repeat(width)}}\n & ${head} \\\\ \\hline\n${rows.join("\n")}\n\\end{tabular}\n`;
}

/** What another page needs to show this game in a frame: the plot, the board or the card, whichever is shown here. */
export function frame(game: string): string {
  const shown = new URLSearchParams(location.search);
  const own = shown.get("view") ?? "plot";
  const view = ["plot", "play", "card"].includes(own) ? own : "card";
  const address = new URL("./embed.html", location.href);
  address.search = new URLSearchParams({ game, view }).toString();
  for (const key of ["heaps", "against", "first", "misere"]) if (view === "play" && shown.has(key)) address.searchParams.set(key, shown.get(key)!);
  const text = (raw: string): string => raw.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${text(address.href)}" title="${text(game)}" width="720" height="480" style="border:0"></iframe>`;
}

/** How to cite what is shown. */
export function citation(name: string, game: string, solution: Solution | null, address: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const what = solution ? `${solution.statement} ` : "";
  const title = name === game ? game : `${name} (${game})`;
  return `@misc{sprague-${game.replace(/[^A-Za-z0-9]+/g, "-")},\n  author = {{The sprague developers}},\n  title  = {${title}},\n  note   = {${what}Computed with sprague, ${day}},\n  url    = {${address}}\n}\n`;
}
