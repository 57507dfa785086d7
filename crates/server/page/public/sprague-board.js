// <sprague-board game="Kayles" heaps="3 5 7"></sprague-board>: a board to play on, in any web page.
// <script src="…/sprague-board.js"></script> is all a page needs; the board is a frame of the
// embed.html that lies beside this script. Attributes: game; heaps; view (play, plot or card);
// against (perfect, good, beginner or friend); first (me or computer); misere.
(() => {
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : document.querySelector('script[src*="sprague-board.js"]');
  const home = new URL("./embed.html", script?.src || location.href);
  const ATTRIBUTES = ["game", "heaps", "view", "against", "first", "misere"];

  class SpragueBoard extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #frame = document.createElement("iframe");
    #shown = "";
    /** The board says how high it is. */
    #listen = (event) => {
      if (event.source !== this.#frame.contentWindow || event.data?.sprague !== "height") return;
      const height = Number(event.data.height);
      if (height > 0 && height < 10_000) this.#frame.style.height = `${height}px`;
    };

    connectedCallback() {
      if (!this.shadowRoot) {
        const { style } = this.#frame;
        style.border = "0";
        style.width = "100%";
        style.height = "480px";
        style.display = "block";
        this.#frame.loading = "lazy";
        this.attachShadow({ mode: "open" }).append(this.#frame);
        if (!this.style.display) this.style.display = "block";
      }
      window.addEventListener("message", this.#listen);
      this.#show();
    }

    disconnectedCallback() {
      window.removeEventListener("message", this.#listen);
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#show();
    }

    #show() {
      const address = new URL(home);
      const game = this.getAttribute("game") || "Kayles";
      address.searchParams.set("game", game);
      address.searchParams.set("view", this.getAttribute("view") || "play");
      for (const name of ["heaps", "against", "first"]) {
        const value = this.getAttribute(name);
        if (value) address.searchParams.set(name, value);
      }
      if (this.hasAttribute("misere")) address.searchParams.set("misere", "1");
      if (address.href === this.#shown) return;
      this.#shown = address.href;
      this.#frame.title = `${game}, a heap game`;
      this.#frame.src = address.href;
    }
  }
  if (!customElements.get("sprague-board")) customElements.define("sprague-board", SpragueBoard);
})();
