// As much of a browser as a module asks for when it is imported and tested without one: what it keeps, what
// listens, what stands in the page by a selector, and what the site answers.
export const kept = new Map();
export const asked = [];
const listeners = new Map();
const elements = new Map();
const answers = [];
export const storage = { full: null }; // names for which there is no room

globalThis.localStorage = new Proxy(
  {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (storage.full?.test(name)) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, String(value));
    },
    removeItem: (name) => void kept.delete(name),
  },
  { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
);

globalThis.document = {
  activeElement: null,
  getElementById: (id) => elements.get(`#${id}`)?.[0] ?? null,
  querySelector: (selector) => elements.get(selector)?.[0] ?? null,
  querySelectorAll: (selector) => elements.get(selector) ?? [],
  createElement: () => ({}),
  addEventListener: (name, listener) => listeners.set(name, listener),
};

globalThis.fetch = async (address, how) => {
  asked.push({ address, how });
  const { status = 200, text = "", redirected = false } = answers.shift() ?? {};
  return { ok: status < 400, status, redirected, text: async () => text };
};

// What stands in the page by a selector; nothing, where none is given.
export const put = (selector, ...found) => void elements.set(selector, found);

// What the site says to the next question.
export const answer = (said) => void answers.push(said);

export const happen = (name, event) => listeners.get(name)(event);

// Who listens now: a module that is imported a second time, as in another tab, takes the place.
export const listening = (name) => listeners.get(name);

export function begin() {
  kept.clear();
  elements.clear();
  asked.length = 0;
  answers.length = 0;
  storage.full = null;
}

export const recall = (name) => JSON.parse(kept.get(`boatzee-${name}`) ?? "null");

export const keep = (name, value) => void kept.set(`boatzee-${name}`, JSON.stringify(value));
