// Formulas as a book prints them: letters in italics, powers raised, signs as they are drawn.

const SIGNS: [RegExp, string][] = [
  [/>=/g, "≥"],
  [/<=/g, "≤"],
  [/!=/g, "≠"],
  [/->/g, "→"],
  [/\bxor\b/g, "⊕"],
];

/** The text of a formula as nodes; words of more than two letters stay upright. */
export function typeset(text: string): Node[] {
  let rest = text;
  for (const [sign, drawn] of SIGNS) rest = rest.replace(sign, drawn);
  rest = rest.replace(/(?<=\S)\s*([=≥≤≠])\s*(?=\S)/g, " $1 ");
  const nodes: Node[] = [];
  const plain = (part: string): void => {
    // A single letter, perhaps with an index, is a variable; a minus between terms is long, but not in a date.
    for (const piece of part.split(/((?<![A-Za-z])[A-Za-z]\d?(?![A-Za-z0-9]))/)) {
      if (piece === "") continue;
      if (/^[A-Za-z]\d?$/.test(piece) && !/^[aAI]$/.test(piece)) {
        const variable = document.createElement("var");
        variable.append(piece.slice(0, 1));
        nodes.push(variable);
        if (piece.length > 1) {
          const index = document.createElement("sub");
          index.append(piece.slice(1));
          nodes.push(index);
        }
      } else nodes.push(document.createTextNode(piece.replace(/\d{4}-\d{2}-\d{2}|([\d)\]}k-n]|^)-(?=[\d(k-n])/g, (found, before?: string) => (before === undefined ? found : `${before}−`))));
    }
  };
  const power = /\^(?:\(([^()]*)\)|\{([^{}]*)\}|(\d+|[A-Za-z]))/;
  for (let found = power.exec(rest); found; found = power.exec(rest)) {
    plain(rest.slice(0, found.index));
    const raised = document.createElement("sup");
    raised.append(...typeset(found[1] ?? found[2] ?? found[3] ?? ""));
    nodes.push(raised);
    rest = rest.slice(found.index + found[0].length);
  }
  plain(rest);
  return nodes;
}

/** Words of a monoid such as `b^2c=acf`: every letter a variable, every power raised. */
export function words(text: string): Node[] {
  const nodes: Node[] = [];
  for (const piece of text.split(/([a-z]\d*(?:\^\d+)?)/)) {
    const letter = /^([a-z])(\d*)(?:\^(\d+))?$/.exec(piece);
    if (!letter) {
      if (piece) nodes.push(document.createTextNode(piece.replaceAll("=", " = ").replaceAll(",", ", ")));
      continue;
    }
    const parts: [string, string | undefined][] = [["var", letter[1]], ["sub", letter[2]], ["sup", letter[3]]];
    for (const [tag, content] of parts) {
      if (!content) continue;
      const element = document.createElement(tag);
      element.append(content);
      nodes.push(element);
    }
  }
  return nodes;
}

function fraction(numerator: string, denominator: string): Node[] {
  const [above, below] = [document.createElement("sup"), document.createElement("sub")];
  above.append(numerator);
  below.append(denominator);
  const whole = document.createElement("span");
  whole.className = "fraction";
  whole.append(above, "⁄", below);
  return [whole];
}

/** A value of the partisan calculus with the signs of the books: fractions, ups and downs, stars, switches, tinies. */
export function value(text: string): Node[] {
  const nodes: Node[] = [];
  const say = (part: string): void => {
    nodes.push(document.createTextNode(part));
  };
  // A number with what is added to it, a tiny or miny, a switch, a bar, anything else.
  const piece = /(-?\d+)\/(\d+)|([\^v])(\d*)|\*(\d*)|([+-])_(\d+(?:\/\d+)?|\{)|\+-|\|+|[^]/g;
  let before = "";
  for (const found of text.matchAll(piece)) {
    const [whole, numerator, denominator, arrow, times, , sign, index] = found;
    if (denominator) {
      if (numerator!.startsWith("-")) say("−");
      nodes.push(...fraction(numerator!.replace("-", ""), denominator));
    } else if (arrow) {
      const count = Number(times || 1);
      const [single, double] = arrow === "^" ? ["↑", "⇑"] : ["↓", "⇓"];
      if (count === 1) say(single);
      else if (count === 2) say(double);
      else say(`${/[\d)}]/.test(before) ? " + " : ""}${count}·${single}`);
    } else if (whole.startsWith("*")) {
      say("∗");
      if (found[5]) say(found[5]);
    } else if (sign) {
      say(sign === "+" ? "+" : "−");
      const below = document.createElement("sub");
      below.append(index!);
      nodes.push(below);
    } else if (whole === "+-") say("±");
    else if (/^\|+$/.test(whole)) say(` ${{ 1: "|", 2: "‖" }[whole.length] ?? whole} `);
    else if (whole === "-") say("−");
    else if (whole === ",") say(", ");
    else if (whole !== " ") say(whole);
    before = whole;
  }
  const whole = document.createElement("span");
  whole.className = "formula";
  whole.append(...nodes);
  return [whole];
}
