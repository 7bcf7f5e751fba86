/*
 * <qmgr-scope>: a view of qmgrscope in your page.
 *
 *   <script src="https://where.you.put.it/qmgr-scope.js"></script>
 *   <qmgr-scope scene="ten-two-two" view="stage"></qmgr-scope>
 *
 * Attributes: view (stage, wheel, threads, strip, lesson), scene (an id of the gallery) or link (what Share copies),
 * theme (light, dark; otherwise the reader's), rule (the rule of the instant beside the picture, line by line; with a name
 * such as selection or feedback that one first), play (starts at once), home (address of the folder with the page, if it is
 * not the one that this file came from). Methods, each a promise of the state or an Error:
 * load({scene} | {link} | {scenario}), play(speed?), pause(), step(unit?, direction?), seek({at} | {step} | {event}),
 * state(). Events, with the message as `detail`: qmgr-ready, qmgr-state, qmgr-decisions, qmgr-quiz.
 *
 * The view is a frame of the site that this file came from, or that `home` names. Messages are exchanged with that origin
 * only, and the view answers only the origin that this element names, which is your page's.
 */
{
  const PROTOCOL = 1;
  const BESIDE = new URL('.', document.currentScript.src);
  const WATCHED = ['view', 'scene', 'link', 'theme', 'rule', 'play', 'home'];
  /** Frames take longer than this only when they are broken. */
  const PATIENCE_MS = 20_000;

  class QmgrScope extends HTMLElement {
    static observedAttributes = WATCHED;
    #frame = null;
    #ready = null;
    #waiting = new Map();
    #asked = 0;
    #onMessage = (event) => this.#hear(event);

    connectedCallback() {
      addEventListener('message', this.#onMessage);
      this.#build();
    }

    disconnectedCallback() {
      removeEventListener('message', this.#onMessage);
      this.#drop('the element was removed');
      this.#frame?.remove();
      this.#frame = null;
    }

    attributeChangedCallback(_name, before, now) {
      if (this.#frame !== null && before !== now) this.#build();
    }

    load(what) {
      return this.#ask({ type: 'load', ...what });
    }
    play(speed) {
      return this.#ask(speed === undefined ? { type: 'play' } : { type: 'play', speed });
    }
    pause() {
      return this.#ask({ type: 'pause' });
    }
    step(unit = 'decision', direction = 1) {
      return this.#ask({ type: 'step', unit, direction });
    }
    seek(to) {
      return this.#ask({ type: 'seek', to });
    }
    state() {
      return this.#ask({ type: 'state' });
    }

    #home() {
      const home = this.getAttribute('home');
      return home === null ? BESIDE : new URL(home.replace(/\/?$/, '/'), document.baseURI);
    }

    #build() {
      this.#drop('another view was asked for');
      this.#frame?.remove();
      const frame = document.createElement('iframe');
      frame.title = this.getAttribute('title') ?? 'qmgrscope';
      frame.referrerPolicy = 'no-referrer';
      frame.src = this.#address();
      frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
      this.style.display ||= 'block';
      if (this.clientHeight === 0 && this.style.height === '') this.style.height = '420px';
      this.#ready = new Promise((resolve, reject) => {
        this.#waiting.set('ready', { resolve, reject });
      });
      // Nobody may be waiting for it.
      this.#ready.catch(() => {});
      this.#frame = frame;
      this.append(frame);
    }

    #address() {
      const url = new URL(this.#home());
      url.searchParams.set('embed', this.getAttribute('view') ?? 'stage');
      // A page without an origin (a file, a sandbox) cannot be told from others: it gets the picture only.
      if (location.origin !== 'null' && location.origin.startsWith('http')) url.searchParams.set('origin', location.origin);
      if (this.hasAttribute('theme')) url.searchParams.set('theme', this.getAttribute('theme'));
      if (this.hasAttribute('rule')) url.searchParams.set('rule', this.getAttribute('rule'));
      if (this.hasAttribute('play')) url.searchParams.set('play', '');
      const link = this.getAttribute('link');
      if (link !== null) url.hash = link.slice(link.indexOf('#') + 1);
      else if (this.hasAttribute('scene')) url.hash = `scene=${this.getAttribute('scene')}`;
      return url.href;
    }

    async #ask(message) {
      if (this.#frame === null) throw new Error('qmgr-scope: the element is not in a page');
      if (!location.origin.startsWith('http')) throw new Error('qmgr-scope: needs a page that came over http or https');
      await this.#ready;
      const id = ++this.#asked;
      const answer = new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        setTimeout(() => reject(new Error('qmgr-scope: no answer')), PATIENCE_MS);
      });
      this.#frame.contentWindow.postMessage({ qmgrscope: PROTOCOL, id, ...message }, this.#home().origin);
      return answer.finally(() => this.#waiting.delete(id));
    }

    #hear({ data, origin, source }) {
      if (this.#frame === null || source !== this.#frame.contentWindow || origin !== this.#home().origin) return;
      if (data?.qmgrscope !== PROTOCOL) return;
      if (data.type === 'answer') {
        const { resolve, reject } = this.#waiting.get(data.id) ?? {};
        if (data.ok) resolve?.(data.state);
        else reject?.(new Error(data.errors.map((e) => `${e.field} holds ${e.value}: needs ${e.accepted}`).join('; ')));
        return;
      }
      if (data.type === 'ready') this.#waiting.get('ready')?.resolve(data);
      this.dispatchEvent(new CustomEvent(`qmgr-${data.type}`, { detail: data, bubbles: true }));
    }

    #drop(why) {
      for (const { reject } of this.#waiting.values()) reject(new Error(`qmgr-scope: ${why}`));
      this.#waiting.clear();
    }
  }

  customElements.define('qmgr-scope', QmgrScope);
}
