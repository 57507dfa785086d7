// Class mode: how everyone in the room gets to what is shown here.

import { ask } from "./api";
import { byId, h } from "./dom";

interface Join {
  address: string | null;
  others: string[];
  qr: string | null;
}

/** A picture that came as text. */
export function pictureOf(svg: string, alt: string): HTMLImageElement {
  return h("img", { alt, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}

/** A button for the code, where the server is in class mode. */
export function setUpJoin(): void {
  const button = byId("join") as HTMLButtonElement;
  const dialog = byId("join-dialog") as HTMLDialogElement;
  ask<Join>("join", {}).then(
    (join) => { button.hidden = join.address === null; },
    () => undefined,
  );
  const show = async (here: boolean): Promise<void> => {
    const content = h("div", { class: "join" });
    dialog.replaceChildren(content);
    try {
      const join = await ask<Join>("join", here ? { at: location.search } : {});
      const box = h("input", { type: "checkbox", checked: here });
      box.addEventListener("change", () => void show(box.checked));
      content.replaceChildren(
        h("h2", { id: "join-title" }, "Join with your phone"),
        join.qr ? pictureOf(join.qr, `QR code of ${join.address ?? ""}`) : "",
        h("p", { class: "join-address" }, join.address ?? ""),
        join.others.length ? h("p", { class: "help" }, `In another network: ${join.others.join(", ")}`) : "",
        h("label", { class: "check" }, box, "the code leads to what is shown here"),
        h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
      );
      if (document.activeElement === document.body || document.activeElement === dialog) box.focus();
    } catch {
      content.replaceChildren(
        h("h2", { id: "join-title" }, "Join"),
        h("p", {}, here ? "What is shown here is too long for a code." : "There is no answer."),
        h("button", { type: "button", onclick: () => (here ? void show(false) : dialog.close()) }, here ? "Code of the first page" : "Close"),
      );
    }
  };
  button.addEventListener("click", () => {
    dialog.showModal();
    void show(location.search.length > 1 && location.search.length <= 1000);
  });
}
