// Changes a part of the page into what came fresh, in place: what is the same stays the same node, and with it
// focus, caret, scroll, open <details> and what was typed. Tells whether anything was changed.
export function change(shown, fresh) {
  if (shown.isEqualNode(fresh)) return false;
  if (!alike(shown, fresh)) {
    shown.replaceWith(fresh.cloneNode(true));
    return true;
  }
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    shown.data = fresh.data;
    return true;
  }
  const now = attributes(shown, fresh);
  return children(shown, fresh) || now;
}

// What tells a node from its like: its id or its heading's, or where a form or the row of a list leads
function name(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const given = node.id || node.getAttribute("aria-labelledby") || "";
  if (given || !/^(LI|TR|FORM)$/.test(node.nodeName)) return given;
  const leads = node.matches("[action]") ? node : node.querySelector("[href], [action]");
  return leads?.getAttribute("href") ?? leads?.getAttribute("action") ?? "";
}

// Whether one can become the other, rather than be replaced by it
const alike = (one, other) => one.nodeName === other.nodeName && name(one) === name(other);

// Without what differs from page to page and means nothing, and without what the reader has opened
function bare(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node;
  const copy = node.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("details")]) if (one.nodeName === "DETAILS") one.removeAttribute("open");
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.removeAttribute("value");
  return copy;
}

const isKept = (node, fresh) => (name(fresh) ? alike(node, fresh) : node.isEqualNode(fresh) || bare(node).isEqualNode(bare(fresh)));

// What was typed lives in a field, not in its attribute, and stays there.
function attributes(shown, fresh) {
  let changed = false;
  const isTheirs = (attribute) => attribute === "open" && shown.nodeName === "DETAILS";
  for (const { name: old } of [...shown.attributes]) {
    if (fresh.hasAttribute(old) || isTheirs(old)) continue;
    shown.removeAttribute(old);
    changed = true;
  }
  for (const { name: given, value } of fresh.attributes) {
    if (shown.getAttribute(given) === value || isTheirs(given)) continue;
    shown.setAttribute(given, value);
    changed ||= shown.name !== "csrfmiddlewaretoken";
  }
  return changed;
}

// One after the other. What is further down comes up; what is not wanted any more goes.
function children(shown, fresh) {
  let changed = false;
  let next = shown.firstChild;
  const rest = [...fresh.childNodes];
  const isWanted = (node, at) => rest.slice(at + 1).some((later) => isKept(node, later));
  rest.forEach((wanted, at) => {
    let same = find(next, wanted);
    if (!same && next && alike(next, wanted) && !isWanted(next, at)) same = next;
    while (same && next !== same && !isWanted(next, at)) {
      next = drop(next);
      changed = true;
    }
    if (same === next && same) next = next.nextSibling;
    else {
      same = shown.insertBefore(same ?? wanted.cloneNode(true), next);
      changed = true;
    }
    changed = change(same, wanted) || changed;
  });
  while (next) {
    next = drop(next);
    changed = true;
  }
  return changed;
}

function find(from, wanted) {
  for (let node = from; node; node = node.nextSibling) if (isKept(node, wanted)) return node;
  return null;
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
