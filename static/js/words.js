// What scripts say, in the language of the page. In English it is what stands in the script; for another
// language the page loads its catalogue before any module, a script of its own (boatzee_site/scripted.py).
const known = () => globalThis.boatzeeWords;

// A sentence, with what it has in braces filled in: gettext("{name} rolls", { name }).
export function gettext(sentence, values = {}) {
  return filled(said(sentence) ?? sentence, values);
}

// One of two sentences by a count, which fills in {count}: ngettext("{count} die", "{count} dice", 2).
export function ngettext(one, many, count, values = {}) {
  const forms = said(one);
  const english = count === 1 ? one : many;
  return filled(Array.isArray(forms) ? (forms[known().form(count)] ?? english) : english, { count, ...values });
}

// A whole number as the language of the page writes it.
export function number(value) {
  return Number(value).toLocaleString(document.documentElement.lang || "en-GB");
}

function said(sentence) {
  const words = known();
  return words && Object.hasOwn(words.said, sentence) ? words.said[sentence] : undefined;
}

function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}
