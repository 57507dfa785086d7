// A certificate from a file, judged by the independent checker.

import { backend } from "#backend";
import { isAbort, Latest, said } from "../api";
import type { Context } from "../context";
import { h } from "../dom";
import { typeset } from "../math";

/** Larger files are no certificates. */
const MOST_BYTES = 64 << 20;

/** A file that was dropped while another view was shown. */
let dropped: File | null = null;

/** Takes files that are dropped anywhere on the page; `turn` shows the view that judges them. */
export function takeDroppedFiles(turn: () => void): void {
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  window.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    dropped = file;
    turn();
  });
}

export function check(root: HTMLElement, { signal }: Context): void {
  const result = h("div", { class: "verdict", role: "status" });
  const input = h("input", { type: "file", id: "certificate-file", accept: ".json,application/json", class: "unseen" });
  const latest = new Latest(signal);
  const judge = async (file: File): Promise<void> => {
    const mine = latest.next();
    const start = performance.now();
    const stop = h("button", { type: "button", class: "quiet small", onclick: () => { mine.abort(); result.replaceChildren("Stopped."); } }, "Stop");
    result.replaceChildren(`Checking ${file.name} … `, stop);
    try {
      if (file.size > MOST_BYTES) {
        result.replaceChildren(h("p", { class: "error" }, `${file.name} has ${Math.round(file.size / 1e6)} MB: no certificate is so long.`));
        return;
      }
      const verdict = await backend.check(await file.text(), mine.signal);
      if (!latest.is(mine)) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(2);
      result.replaceChildren(
        h("p", { class: "statement" }, h("span", { class: `badge ${verdict.verified ? "proved" : "open"}` }, verdict.verified ? "verified" : "not verified"), " ", ...(verdict.claim ? typeset(verdict.claim) : [])),
        verdict.reason ? h("p", { class: "reason" }, verdict.reason) : "",
        h("p", { class: "muted" }, `${file.name}, judged ${backend.judge} in ${seconds} s.`),
      );
    } catch (error) {
      if (!isAbort(error) && latest.is(mine)) result.replaceChildren(h("p", { class: "error" }, said(error)));
    }
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // The same file may be chosen again.
    input.value = "";
    if (file) void judge(file);
  });
  root.append(
    h("h2", {}, "Check a certificate"),
    h("p", { class: "prose" }, "A certificate is a file that holds a statement about a game and the evidence for it. The checker trusts nothing in it: it recomputes values from the rules, tests every hypothesis of the theorem, and says what it has verified. Drop a file anywhere on this page, or choose one."),
    h("div", { class: "toolbar" }, input, h("button", { type: "button", id: "choose-certificate", onclick: () => input.click() }, "Choose a certificate")),
    result,
  );
  input.setAttribute("aria-label", "Certificate");
  input.tabIndex = -1;
  const file = dropped;
  dropped = null;
  if (file) void judge(file);
}
