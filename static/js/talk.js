// A list of what was said shows its end: when it comes, and when more is said while its end is in sight.
import { send } from "./send.js";

const heard = document.getElementById("heard");
const list = () => heard.querySelector("#remarks");
const END = 40; // pixels from the end that count as the end

let isAtEnd = true;
const note = () => (isAtEnd = !list() || list().scrollHeight - list().scrollTop - list().clientHeight < END);
const keepEnd = () => isAtEnd && list()?.scrollTo(0, list().scrollHeight);

// Beside something else it is asked for when it is opened.
const beside = document.getElementById("beside");
if (beside) document.getElementById("chat").addEventListener("toggle", () => send(beside), { once: true });

heard.addEventListener("scroll", note, true);
heard.addEventListener("htmx:afterSettle", keepEnd);
document.addEventListener("boatzee:shown", keepEnd);
keepEnd();
