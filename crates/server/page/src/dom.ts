// Building elements without a framework.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element; attributes that start with `on` are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/** An element of index.html. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** A labelled control. */
export function field(label: string, control: HTMLElement, id: string): HTMLElement {
  control.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), control);
}

/** A number with its digits in groups of three. */
export function grouped(n: number | string): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
}

/** Whether a button can be used. It stays where it is for the keyboard, which would be lost with it. */
export function usable(button: HTMLElement, yes: boolean): void {
  if (yes) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/** Marks what is shown as the answer to an older question, until the function it gives is called. */
export function outdated(...areas: HTMLElement[]): () => void {
  for (const area of areas) area.setAttribute("aria-busy", "true");
  return () => {
    for (const area of areas) area.removeAttribute("aria-busy");
  };
}

/** The whole screen for an element, or back: for the projector. */
export async function fullScreen(stage: HTMLElement): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await stage.requestFullscreen();
  } catch {
    // The browser does not allow it: the board is as large as it can be here.
    stage.classList.toggle("large");
  }
}

/** A text with its long numbers in groups of three; codes such as 0.133130013 stay. */
export function digits(text: string): string {
  return text.replace(/(?<![\d.A-Za-z])\d{5,}(?![\d.A-Za-z])/g, (number) => grouped(number));
}

/** A statement of the server without its first word, which the badge beside it says. */
export function sentence(statement: string): string {
  const text = digits(statement.replace(/^(Proved|Open): /, "").replaceAll(">=", "≥").replaceAll("<=", "≤"));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
