// What every page has.
import "./words.js";
import "./site.js";
import "./line.js";
import "./live.js";
