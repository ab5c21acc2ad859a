// Sends forms and puts the answers in their places, in those words of htmx that our pages need; htmx itself would be a
// quarter of a first visit. A form has hx-post; what says hx-get is sent by a script.
//   hx-target, hx-select, hx-swap   the part of the page, what of the answer comes there, "outerHTML" or "innerHTML"
//   hx-sync="selector:drop"         while one is on its way for this part, or "this", others are dropped
//   hx-disabled-elt                 what cannot be pressed meanwhile
// Events, each with htmx's detail as far as anything here reads it: configRequest, beforeRequest, afterRequest,
// sendError, sendAbort, timeout, beforeSwap (with `page`, the answer as a document), afterSwap; afterSettle comes last,
// after afterRequest, which says what was sent with what now stands there.
const place = document.getElementById("line");
const onTheirWay = new WeakSet(); // the parts for which something is

// How long an answer is waited for, in milliseconds
export const patience = () => Number(place.dataset.timeout);
export const parse = (text) => new DOMParser().parseFromString(text, "text/html");

const tell = (elt, name, detail) =>
  (elt.isConnected ? elt : document.body).dispatchEvent(new CustomEvent(`htmx:${name}`, { bubbles: true, cancelable: true, detail }));

function partOf(elt) {
  const [selector] = elt.getAttribute("hx-sync")?.split(":") ?? ["this"];
  return selector === "this" ? elt : document.querySelector(selector);
}

// Sends what an element is for. `again` is handed on to who listens: what was kept of it when it failed before, with
// the `data` that it is to be sent with.
export function send(elt, { submitter, again } = {}) {
  const part = partOf(elt);
  if (onTheirWay.has(part)) return;
  const verb = elt.hasAttribute("hx-post") ? "post" : "get";
  const formData = again?.data ?? (elt.matches("form") ? new FormData(elt, submitter) : new FormData());
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
  const requestConfig = { elt, verb, path: elt.getAttribute(`hx-${verb}`), formData, headers, again };
  tell(elt, "configRequest", requestConfig);
  const xhr = new XMLHttpRequest();
  xhr.open(verb, requestConfig.path);
  xhr.timeout = patience();
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  const detail = { xhr, requestConfig };
  onTheirWay.add(part);
  elt.setAttribute("data-sending", "");
  tell(elt, "beforeRequest", detail);
  const shut = [...document.querySelectorAll(elt.getAttribute("hx-disabled-elt") || ":not(*)")].filter((one) => !one.disabled);
  for (const one of shut) one.disabled = true;
  const end = (then) => {
    onTheirWay.delete(part);
    elt.removeAttribute("data-sending");
    let there = null;
    try {
      there = then();
    } finally {
      for (const one of shut) one.disabled = false;
      tell(elt, "afterRequest", detail);
    }
    if (there) tell(there, "afterSettle", detail);
  };
  xhr.onload = () => end(() => swap(detail));
  for (const [type, name] of [["error", "sendError"], ["abort", "sendAbort"], ["timeout", "timeout"]]) {
    xhr.addEventListener(type, () => end(() => void tell(elt, name, detail)));
  }
  xhr.send(verb === "post" ? new URLSearchParams(formData) : null);
}

// Puts the answer in its place, and gives what stands there then; null where it is not for that place.
function swap({ xhr, requestConfig }) {
  const { elt } = requestConfig;
  const target = elt.hasAttribute("hx-target") ? document.querySelector(elt.getAttribute("hx-target")) : elt;
  const detail = { xhr, requestConfig, page: parse(xhr.responseText), shouldSwap: xhr.status !== 204 };
  tell(target, "beforeSwap", detail);
  if (!detail.shouldSwap) return null;
  const { page } = detail;
  const select = elt.getAttribute("hx-select");
  const fresh = select ? [page.querySelector(select)] : [...page.body.childNodes];
  if (elt.getAttribute("hx-swap") === "outerHTML") target.replaceWith(...fresh);
  else target.replaceChildren(...fresh);
  if (page.title) document.title = page.title;
  const there = target.isConnected ? target : fresh[0];
  tell(there, "afterSwap", detail);
  return there;
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target.hasAttribute("hx-post")) return;
  event.preventDefault();
  send(event.target, { submitter: event.submitter });
});
